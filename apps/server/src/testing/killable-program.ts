import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabasePlace, type TestDatabasePlace } from '@runnel/db/testing'
import { killProgram, startProgram } from './program.ts'
import { createCaller, type TestCaller } from './test-caller.ts'
import { ADMINISTRATOR } from './test-server.ts'

/** A program with an administrator and data of its own, which a test may kill and start again. */
export interface KillableProgram {
  readonly origin: string
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  signIn(): Promise<TestCaller>
  /** Kills it for good, and removes its data. */
  remove(): Promise<void>
}

/** Starts a program on a new database; `egressAllow` as `EGRESS_ALLOW`. */
export async function startKillableProgram(
  kind: TestDatabasePlace['options']['kind'],
  { egressAllow }: { egressAllow: string },
): Promise<KillableProgram> {
  const place = await createTestDatabasePlace(kind)
  const folder = mkdtempSync(join(tmpdir(), 'runnel-kill-'))
  const start = () => startProgram({ place, folder, egressAllow })
  let running = await start()
  const kill = () => killProgram(running, { place })
  const { name, email, password } = ADMINISTRATOR
  await createCaller(running.origin).expect(201, 'POST', '/account/register', {
    user: { name, email, credential: password },
  })
  return {
    get origin() {
      return running.origin
    },
    kill,
    async start() {
      running = await start()
    },
    async signIn() {
      const caller = createCaller(running.origin)
      await caller.expect(200, 'POST', '/auth/login', { email, password })
      return caller
    },
    async remove() {
      await kill()
      await place.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
