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
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-implicit-coercion": "off",
            "no-promise-executor-return": "off",
            "no-self-compare": "error",
            "no-template-curly-in-string": "error",
            "no-unmodified-loop-condition": "error",
            "no-unreachable-loop": "error",
            "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
            "no-var": "error",
            "prefer-const": "error",
        },
    },
];
