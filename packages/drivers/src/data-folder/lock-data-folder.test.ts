import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './lock-data-folder.ts'

interface Answer {
  held: boolean
  code?: string
  message?: string
}

let folder: string
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runnel-lock-'))
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

async function tryInOtherProcess(): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = fork(join(import.meta.dirname, 'hold-lock.fixture.ts'), [folder])
  children.push(child)
  const [answer] = await once(child, 'message')
  return { child, answer }
}

test('a second process is refused with a message that names the first', async () => {
  const first = await tryInOtherProcess()
  expect(first.answer).toEqual({ held: true })
  const second = await tryInOtherProcess()
  expect(second.answer).toMatchObject({ held: false, code: 'data_folder_locked' })
  expect(second.answer.message).toContain(folder)
  expect(second.answer.message).toContain(`process ${first.child.pid}`)
})

test('after kill -9 of the holder the folder is free at once', async () => {
  const first = await tryInOtherProcess()
  const gone = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await gone
  const lock = lockDataFolder(folder)
  expect((await tryInOtherProcess()).answer).toMatchObject({ held: false })
  lock.release()
  expect((await tryInOtherProcess()).answer).toMatchObject({ held: true })
})

test('a pid file that names a living process locks nothing by itself', async () => {
  await writeFile(join(folder, 'lock.pid'), String(process.pid))
  expect((await tryInOtherProcess()).answer).toEqual({ held: true })
})

test('the same process cannot take it twice, and can again after release', () => {
  const lock = lockDataFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(expect.objectContaining({ code: 'data_folder_locked' }))
  lock.release()
  lock.release()
  lockDataFolder(folder).release()
})

test('a missing folder is made', () => {
  lockDataFolder(join(folder, 'deep', 'er')).release()
})
