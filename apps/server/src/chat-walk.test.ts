import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import type { TestCaller } from './testing/test-caller.ts'
import { watchFunctions } from './testing/watch-functions.ts'

/** Whoever wants to know how a message is answered reads no more files than this. It may only shrink. */
const FILES_AT_MOST = 118
/** What every one of them passes: what the process does now and then beside them falls into one or the other. */
const MESSAGES = 3

let vendor: FakeOpenAI
let program: KillableProgram
let caller: TestCaller

beforeAll(async () => {
  vendor = await startFakeOpenAI()
  program = await startKillableProgram('sqlite', {
    egressAllow: vendor.host,
    flags: ['--inspect=127.0.0.1:0'],
    isFromSources: true,
  })
  caller = await program.signIn()
}, 60_000)

afterAll(async () => {
  await program.remove()
  await vendor.close()
})

test('a chat message passes few files from the request to the vendor and back', async () => {
  const flowId = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller)))
  const send = async () => {
    const response = await caller.open('POST', '/runs', {
      flowId,
      input: { question: 'What does the vendor say?' },
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('run-end')
  }
  // What is made once, for the first messages, is no part of the way.
  await send()
  await send()
  const watch = await watchFunctions(program.debuggerUrl ?? '')
  let files: string[] | undefined
  for (let sent = 0; sent < MESSAGES; sent += 1) {
    await send()
    const way = await watch.readFiles()
    files = files?.filter((file) => way.includes(file)) ?? way
  }
  watch.close()
  expect(files).toContain('packages/operations/src/runs/accept-run.ts')
  expect(files?.length, files?.join('\n')).toBeLessThanOrEqual(FILES_AT_MOST)
}, 60_000)
