import { databaseKinds } from '@runnel/db/testing'
import { type FakeAnthropic, startFakeAnthropic } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  computeTwice,
  makeAnthropicCredential,
  pictureAndDocument,
  thinkingAgentFlow,
  thinkingAgentStep,
  toolTurns,
} from './testing/anthropic-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeFlow } from './testing/make-flow.ts'
import { createCaller } from './testing/test-caller.ts'

/** An agent with thinking and a calculator, as each kind of flow has it. */
const agents = [
  { flow: 'a chat flow', type: 'CHATFLOW', makeAgent: thinkingAgentFlow },
  { flow: 'an agent flow', type: 'AGENTFLOW', makeAgent: thinkingAgentStep },
]
const deaths = agents.flatMap((agent) => [1, 2].map((turns) => ({ ...agent, turns })))

/** Long enough to be killed in. */
const LATE_MS = 20_000

describe.each(databaseKinds)('on %s', (kind) => {
  let vendor: FakeAnthropic
  let program: KillableProgram
  /** The tool turn whose answer the vendor keeps back, once. */
  let lateTurn: number | undefined

  beforeAll(async () => {
    vendor = await startFakeAnthropic({
      respond: (request) => {
        const isLate = lateTurn !== undefined && toolTurns(request) === lateTurn
        if (isLate) lateTurn = undefined
        return { ...computeTwice(request), ...(isLate ? { delayMs: LATE_MS } : {}) }
      },
    })
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
  })

  afterAll(async () => {
    await program.remove()
    await vendor.close()
  })

  test.each(deaths)(
    'the agent of $flow that dies after $turns tool turns goes on with its thoughts as they were signed',
    { timeout: 60_000 },
    async ({ type, makeAgent, turns }) => {
      let caller = await program.signIn()
      const credentialId = await makeAnthropicCredential(caller)
      const flowId = await makeFlow(caller, makeAgent(vendor, credentialId), { type })
      const chatId = `dies-${type}-${turns}`
      vendor.requests.length = 0
      lateTurn = turns
      const asked = createCaller(program.origin)
        .call('POST', `/prediction/${flowId}`, { question: 'Add it up', chatId, uploads: pictureAndDocument })
        .catch(() => undefined)
      await expect.poll(() => vendor.requests.length, { timeout: 20_000 }).toBe(turns + 1)
      await program.kill()
      await asked
      await program.start()
      caller = await program.signIn()
      const messages = () =>
        caller.expect<{ role: string; content: string }[]>(
          200,
          'GET',
          `/chatmessage/${flowId}?chatId=${chatId}`,
        )
      await expect.poll(async () => (await messages()).length, { timeout: 20_000 }).toBe(2)
      expect((await messages()).at(-1)?.content).toBe('It is all 6.')

      const bodies = vendor.requests.map(({ body }) => JSON.stringify(body.messages))
      expect(bodies, 'only the call in flight was made again').toHaveLength(4)
      expect(bodies[turns + 1]).toBe(bodies[turns])
      expect(bodies.at(-1)?.match(/"signature"/g)).toHaveLength(2)
      expect(bodies.at(-1)?.match(/redacted_thinking/g)).toHaveLength(2)
      expect(bodies.at(-1)).toMatch(/"type":"image".*"type":"document"/)
      expect(vendor.refusals).toEqual([])
    },
  )
})
