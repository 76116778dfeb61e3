#!/usr/bin/perl
# A bot in Perl for every game of Wishstone: it makes the first legal move of the kind it likes best. See docs/bots.md.
#
#     wishstone bot-check quartz-dice 'perl examples/bots/first_liked.pl'
use strict;
use warnings;
use JSON::PP;

$| = 1;    # an answer that waits in a buffer never arrives
my $kinds = 0;
my %rank = map { $_ => ++$kinds } qw(step pickaxe chest transport take stones lay return keep wish draw discard);
my $json = JSON::PP->new->utf8;

sub dislike { my ($verb) = split / /, shift; return $rank{$verb} // $kinds + 1 }

while (my $line = <STDIN>) {
    my $told = $json->decode($line);
    if ($told->{type} eq 'hello') {
        print $json->encode({ name => 'first liked' }), "\n";
    }
    elsif ($told->{type} eq 'decide') {
        my ($move) = sort { dislike($a) <=> dislike($b) } @{ $told->{legal} };
        print $json->encode({ id => $told->{id}, move => $move }), "\n";
    }
}
