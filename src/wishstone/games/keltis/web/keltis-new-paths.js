// Picture of New Paths, New Goals: a board of stones, like its sister's.

export { default } from "./board.js";
