import { databaseKinds } from '@runnel/db/testing'
import { startNeo4jServer, TEA_STATEMENT } from '@runnel/nodes/testing'
import { startFakeOpenAI } from '@runnel/providers/testing'
import { expect, test } from 'vitest'
import { makeGraphFlow } from './testing/graph-flow.ts'
import { startKillableProgram } from './testing/killable-program.ts'

test.each(databaseKinds)(
  'a chain that was killed while its graph was asked asks it that again and nothing else, on %s',
  { timeout: 120_000 },
  async (kind) => {
    const graph = await startNeo4jServer()
    const vendor = await startFakeOpenAI({
      respond: ({ body }) => ({
        text: JSON.stringify(body.messages).includes('Gyokuro') ? 'Gyokuro.' : TEA_STATEMENT,
      }),
    })
    const egressAllow = [vendor.host, new URL(graph.origin).host].join()
    const program = await startKillableProgram(kind, { egressAllow })
    try {
      const caller = await program.signIn()
      const flowId = await makeGraphFlow(caller, vendor, { url: graph.origin, values: { timeoutMs: 60_000 } })
      graph.spoil(TEA_STATEMENT, 'hold')
      const asking = caller
        .call('POST', `/internal-prediction/${flowId}`, { question: 'Which tea grows in Uji?' })
        .catch(() => undefined)
      await expect.poll(() => graph.asked.at(-1), { timeout: 20_000 }).toContain(TEA_STATEMENT)
      await program.kill()
      await asking
      await program.start()
      const again = await program.signIn()
      const states = async () =>
        (
          await again.expect<{ data: { state: string }[] }>(200, 'GET', '/executions?kind=all&limit=10')
        ).data.map(({ state }) => state)
      await expect.poll(states, { timeout: 30_000 }).toEqual(['FINISHED'])
      expect(graph.asked.slice(3)).toEqual([`${TEA_STATEMENT} LIMIT 201`, `${TEA_STATEMENT} LIMIT 201`])
      expect(vendor.requests).toHaveLength(2)
    } finally {
      await program.remove()
      await Promise.all([vendor.close(), graph.close()])
    }
  },
)
