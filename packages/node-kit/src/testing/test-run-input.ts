import type { RunInput } from '@runnel/contract'

/** A run's input for tests: an agent flow that was asked "Hello?" at noon. */
export function createTestRunInput(changes: Partial<RunInput> = {}): RunInput {
  return {
    flowId: '00000000-0000-4000-8000-000000000001',
    flowType: 'AGENTFLOW',
    versionId: '00000000-0000-4000-8000-000000000002',
    chatId: '00000000-0000-4000-8000-000000000003',
    sessionId: '00000000-0000-4000-8000-000000000003',
    messageId: '00000000-0000-4000-8000-000000000004',
    chatType: 'INTERNAL',
    question: 'Hello?',
    prependedHistory: [],
    pastHistory: [],
    variables: {},
    overrides: {},
    streaming: false,
    concurrency: 1,
    startedAt: '2026-01-02T12:00:00.000Z',
    ...changes,
  }
}
