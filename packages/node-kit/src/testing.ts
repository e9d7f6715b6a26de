export * from './testing/test-run-input.ts'
export * from './testing/test-step-context.ts'
