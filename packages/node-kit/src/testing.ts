export {
  createTestBuildContext,
  createTestStepContext,
  createTestToolContext,
  type TestStepOptions,
} from './testing/test-step-context.ts'
