export type { FakeReply } from './testing/fake-openai-reply.ts'
export { type FakeOpenAI, startFakeOpenAI } from './testing/fake-openai-server.ts'
