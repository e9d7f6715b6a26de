export type {
  FakeAnswer,
  FakeOpenAIRequest,
  FakeRefusal,
  FakeReply,
  FakeToolCall,
} from './testing/fake-openai-reply.ts'
export { type FakeOpenAI, type FakeOpenAIOptions, startFakeOpenAI } from './testing/fake-openai-server.ts'
