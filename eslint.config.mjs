// Which mistakes of the page's source are looked for: those that a formatter and the type checker do not see.
import js from "@eslint/js";

export default [
    { ignores: ["benchmarks/", ".venv/", "build/", "dist/"] },
    js.configs.recommended,
    {
        languageOptions: { ecmaVersion: 2022, sourceType: "module" },
        rules: {
            "no-undef": "off", // TypeScript knows better what a browser and a worker have
            "array-callback-return": "error",
            "default-case-last": "error",
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-constructor-return": "error",
            "no-implied-eval": "error",
            "no-self-compare": "error",
            "no-template-curly-in-string": "error",
            "no-throw-literal": "error",
            "no-unmodified-loop-condition": "error",
            "no-unreachable-loop": "error",
            "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
            "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
            "no-var": "error",
            "prefer-const": "error",
        },
    },
    { files: ["**/sw.js", "**/boot.js"], languageOptions: { sourceType: "script" } },
];
