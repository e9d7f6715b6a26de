export { countTurns } from './testing/count-turns.ts'
export { readSentRequest, type SentRequest } from './testing/sent-request.ts'
export {
  aMemory,
  aModel,
  anExchange,
  aPrompt,
  aTool,
  said,
  type TestTool,
} from './testing/test-components.ts'
export {
  createTestCallContext,
  createTestComponent,
  createTestStepContext,
  type TestStepOptions,
} from './testing/test-step-context.ts'
export { hostParams, looksLikeHost, undeclaredHosts } from './testing/undeclared-hosts.ts'
