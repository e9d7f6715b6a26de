import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { drawInTurn, drawingAgentFlow, drawingChatFlow, drawingsOf } from './testing/picture-flows.ts'
import type { TestCaller } from './testing/test-caller.ts'

interface Message {
  content: string
  artifacts?: { data: string }[]
}

describe.each(databaseKinds)('pictures of a run that was cut by kill -9, on %s', (kind) => {
  let vendor: FakeOpenAI
  let program: KillableProgram
  let caller: TestCaller
  let flows: Record<string, string>

  beforeAll(async () => {
    vendor = await startFakeOpenAI({ respond: drawInTurn(['A cat', 'A dog']) })
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
    caller = await program.signIn()
    const painter = { vendor, credentialId: await makeCredential(caller) }
    flows = {
      agent: await makeFlow(caller, drawingAgentFlow(painter)),
      chat: await makeFlow(caller, drawingChatFlow(painter), { type: 'CHATFLOW' }),
    }
  }, 60_000)

  afterAll(async () => {
    await program.remove()
    await vendor.close()
  })

  test.each(['agent', 'chat'])(
    'are paid for once, and both are shown (%s flow)',
    { timeout: 120_000 },
    async (way) => {
      vendor.requests.length = 0
      const flowId = flows[way]
      const never = new Promise<void>(() => undefined)
      // The first picture is drawn; the second one is under way when the process dies.
      vendor.drawWith({}, { after: never })
      const asked = caller
        .call('POST', `/internal-prediction/${flowId}`, { question: 'Draw', chatId: way })
        .catch(() => undefined)
      await expect.poll(() => drawingsOf(vendor), { timeout: 20_000 }).toEqual(['A cat', 'A dog'])
      await program.kill()
      await program.start()
      await asked
      caller = await program.signIn()
      const readAnswer = async () => {
        const path = `/chatmessage/${flowId}?chatId=${way}`
        return (await caller.expect<Message[]>(200, 'GET', path))[1]
      }
      await expect.poll(async () => (await readAnswer())?.content, { timeout: 20_000 }).toContain('is drawn')
      expect(drawingsOf(vendor)).toEqual(['A cat', 'A dog', 'A dog'])
      const pictures = (await readAnswer())?.artifacts?.map(({ data }) => data) ?? []
      expect(pictures).toHaveLength(2)
      for (const data of pictures) {
        const fileName = data.slice('FILE-STORAGE::'.length)
        const query = new URLSearchParams({ chatflowId: flowId ?? '', chatId: way, fileName })
        const picture = await fetch(`${program.origin}/api/v1/get-upload-file?${query}`)
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      }
    },
  )
})
