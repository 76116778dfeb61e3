// SHA-256 for pages without TLS, where browsers lend no cryptography. FIPS 180-4, nothing else.

/**
 * The first 32 bits of the fractional parts of roots of primes, as the standard makes its constants.
 * @param {number} count
 * @param {number} root
 */
function fractions(count, root) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) found.push(((n ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const K = fractions(64, 3),
  START = fractions(8, 2);
/** @param {number} x @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes @returns {Uint8Array<ArrayBuffer>} */
export function digest(bytes) {
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new DataView(new ArrayBuffer(length));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(length - 4, bytes.length << 3);
  const hash = [...START],
    w = new Int32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = padded.getInt32(at + 4 * i);
      else {
        const a = w[i - 15],
          b = w[i - 2];
        w[i] =
          w[i - 16] +
          (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) +
          w[i - 7] +
          (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, k] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (k + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [k, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, k].forEach((value, i) => (hash[i] = (hash[i] + value) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

/**
 * HMAC with SHA-256 (RFC 2104).
 * @param {Uint8Array} key of at most 64 bytes
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  /** @param {number} pad @param {Uint8Array} rest */
  const inner = (pad, rest) => {
    const all = new Uint8Array(64 + rest.length).fill(pad, 0, 64);
    key.forEach((byte, i) => (all[i] ^= byte));
    all.set(rest, 64);
    return digest(all);
  };
  return inner(0x5c, inner(0x36, message));
}
