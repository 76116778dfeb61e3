// Picture of Keltis: a board of stones, like its sister's.

export { default } from "./board.js";
