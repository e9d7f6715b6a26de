import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { registerAdministrator, verifyAudit } from '@runnel/operations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compose } from './compose.ts'
import { readConfig } from './config.ts'
import { PROGRAM } from './testing/program.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runnel-admin-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command of the operator on the folder's data. */
function admin(command: string, env: Record<string, string> = {}) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, 'admin', command],
      { cwd: folder, env: { PATH: process.env.PATH, DATA_DIR: folder, ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    )
  })
}

describe('verify-audit', () => {
  test('ends with an error that names the first entry that was changed', async () => {
    const { context, close } = await compose(readConfig(folder, { DATA_DIR: folder, LOG_LEVEL: 'silent' }))
    const user = { name: 'Ada', email: 'ada@example.com', password: 'Correct-Horse-9' }
    const { organization } = await registerAdministrator(context, user, { address: null, agent: null })
    const nobody = { kind: 'operator', id: null, name: null, address: null, agent: null } as const
    const subject = { kind: 'role', id: null, name: 'owner' }
    const entry = { action: 'role.updated', actor: nobody, subject }
    await context.db.organization(organization.id).write((writer) => writer.audit.append(entry))
    expect(await verifyAudit(context)).toMatchObject([{ organizationId: organization.id, entries: 2 }])
    await close()
    const db = new DatabaseSync(join(folder, 'runnel.db'))
    db.exec(`drop trigger "auditEntriesFixed"; update "auditEntries" set "action" = 'x'`)
    db.close()
    const { code, out, err } = await admin('verify-audit')
    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(out).toContain('Entry 1 was changed.')
  })
})

describe('doctor', () => {
  beforeEach(async () => {
    const { close } = await compose(readConfig(folder, { DATA_DIR: folder, LOG_LEVEL: 'silent' }))
    await close()
  })

  test('finds nothing wrong where the key fits', async () => {
    expect(await admin('doctor')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/opens all \d+ secrets/),
    })
  })

  test('ends with an error and one line when the data was restored beside another key', async () => {
    writeFileSync(join(folder, 'other.key'), Buffer.alloc(32, 7).toString('base64'))
    const { code, out, err } = await admin('doctor', { SECRET_KEY_FILE: join(folder, 'other.key') })
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 })
    expect(err).toContain('encryption key does not match')
  })
})

test('a command that is none shows those that are', async () => {
  const { code, err } = await admin('operate')
  expect(code).toBe(2)
  for (const name of ['change-email', 'reset-password', 'doctor', 'verify-audit', 'rotate-keys'])
    expect(err).toContain(name)
})
