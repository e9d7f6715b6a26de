export { createTestRunInput } from './testing/test-run-input.ts'
export {
  createTestBuildContext,
  createTestStepContext,
  createTestToolContext,
  type TestStep,
  type TestStepOptions,
} from './testing/test-step-context.ts'
