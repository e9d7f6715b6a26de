import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { campaignRounds } from '@runnel/contract/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from '../testing/killable-program.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'

const CALLERS = campaignRounds(1_000, 4_000)
/** Half of them, as is so by itself for 4,000. */
const CALLERS_AT_ONCE = CALLERS / 2
let vendor: FakeOpenAI
let program: KillableProgram
let flowId: string

beforeAll(async () => {
  vendor = await startFakeOpenAI({ respond: () => ({ text: 'An answer.', delayMs: 2_000 }) })
  program = await startKillableProgram('sqlite', {
    egressAllow: vendor.host,
    env: { CALLERS_AT_ONCE: String(CALLERS_AT_ONCE) },
  })
  const caller = await program.signIn()
  flowId = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller)))
})

afterAll(async () => {
  await program.remove()
  await vendor.close()
})

interface End {
  status: number
  text: string
  retryAfter: string | undefined
}

/** One caller on a connection of its own. @throws Error when that is cut */
async function ask(): Promise<End> {
  const headers = { 'content-type': 'application/json' }
  const url = `${program.origin}/api/v1/prediction/${flowId}`
  const sent = request(url, { method: 'POST', agent: false, headers })
  sent.end(JSON.stringify({ question: 'Hi' }))
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return { status: response.statusCode, text, retryAfter: response.headers['retry-after'] }
}

test(`${CALLERS} callers at once are answered or refused, and none is cut off or left waiting`, async () => {
  const ends = await Promise.all(Array.from({ length: CALLERS }, ask))
  const answered = ends.filter(({ status }) => status === 200)
  const refused = ends.filter(({ status }) => status === 503)
  const others = ends.filter(({ status }) => status !== 200 && status !== 503)
  expect(others).toEqual([])
  expect(Math.min(answered.length, refused.length)).toBeGreaterThan(0)
  expect(answered.every(({ text }) => text.includes('An answer.'))).toBe(true)
  expect(
    refused.every(({ text, retryAfter }) => text.includes('"unavailable"') && Number(retryAfter) > 0),
  ).toBe(true)
  while ((await ask()).status !== 200) await wait(50)
}, 120_000)
