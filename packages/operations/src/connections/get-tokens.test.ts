import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CredentialDefinition } from '@runnel/contract'
import { type CredentialRow, type Database, openDatabase } from '@runnel/db'
import { createTestDatabase, databaseKinds, type TestDatabase } from '@runnel/db/testing'
import { openVault, type Vault } from '@runnel/drivers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { sealFields } from '../credential-secrets.ts'
import { getTokens } from './get-tokens.ts'
import { openTokens, storeTokens } from './tokens.ts'

const type: CredentialDefinition = {
  name: 'anAccount',
  label: 'An account',
  version: 1,
  inputs: [],
  oauth2: { authorisationUrl: 'https://vendor.example/auth', tokenUrl: 'https://vendor.example/token' },
}

const MINUTE = 60_000

describe.each(databaseKinds)('tokens on %s', (kind) => {
  let testing: TestDatabase
  /** Two processes on PostgreSQL, one on SQLite. */
  let processes: OperationContext[]
  let vault: Vault
  let credential: CredentialRow
  let clock = 1_800_000_000_000
  let good: string
  let asked: string[]
  let answer: (refreshToken: string) => Promise<Response>
  const folder = mkdtempSync(join(tmpdir(), 'runnel-vault-'))
  const others: Database[] = []

  beforeAll(async () => {
    testing = await createTestDatabase(kind, { now: () => clock })
    vault = await openVault({ keyFile: join(folder, 'key'), create: true })
    const databases = [testing.database]
    if (kind === 'postgres') others.push(await openDatabase({ ...testing.options, now: () => clock }))
    processes = [...databases, ...others].map(contextOf)
  })
  afterAll(async () => {
    for (const database of others) await database.close()
    await testing.drop()
    rmSync(folder, { recursive: true })
  })

  function contextOf(db: Database): OperationContext {
    return {
      db,
      vault,
      catalogue: { findCredentialType: () => type },
      egress: {
        fetch: async (_url: string, { body }: RequestInit) => {
          const refreshToken = new URLSearchParams(String(body)).get('refresh_token') ?? ''
          asked.push(refreshToken)
          return answer(refreshToken)
        },
      },
      now: () => clock,
      sleep: (ms: number) => wait(Math.min(ms, 5)),
      log: { warn: () => undefined },
    } as unknown as OperationContext
  }

  /** A vendor that takes each refresh token once. */
  async function rotate(refreshToken: string): Promise<Response> {
    await wait(20)
    if (refreshToken !== good) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    good = `refresh-${randomUUID()}`
    return Response.json({ access_token: `access-${randomUUID()}`, refresh_token: good, expires_in: 3600 })
  }

  beforeEach(async () => {
    asked = []
    answer = rotate
    good = 'refresh-0'
    const id = randomUUID()
    const [context] = processes as [OperationContext]
    credential = await testing.database.write(testing.workspaceId, ({ credentials }) =>
      credentials.insert({
        id,
        name: 'Mine',
        credentialName: type.name,
        sealed: sealFields(context, id, { clientId: 'c', clientSecret: 's' }),
      }),
    )
    await connect({ access_token: 'access-0', refresh_token: good, expires_in: 60 })
  })

  async function connect(tokens: Record<string, string | number>): Promise<void> {
    const [context] = processes as [OperationContext]
    const { tokens: _tokens, ...stored } = storeTokens(context, credential.id, { answer: tokens })
    await testing.database.write(testing.workspaceId, ({ connections }) =>
      connections.connect(credential.id, stored),
    )
  }

  const get = (at = 0, wish = {}) => {
    const context = processes[at % processes.length] as OperationContext
    return getTokens(context, credential, wish)
  }
  const stored = async () => {
    const row = await testing.database.read(testing.workspaceId).connections.find(credential.id)
    if (!row) throw new Error('It is not connected.')
    return { row, tokens: openTokens({ vault }, row) }
  }

  test('that ten want at once are renewed once, and what was rotated is kept', async () => {
    const given = await Promise.all(Array.from({ length: 10 }, (_, at) => get(at)))
    expect(asked).toEqual(['refresh-0'])
    expect(new Set(given.map(({ tokens }) => tokens.accessToken)).size).toBe(1)
    expect((await stored()).tokens).toMatchObject({
      accessToken: given[0]?.tokens.accessToken,
      refreshToken: good,
    })
  })

  test('that ten saw refused are renewed once', async () => {
    await connect({ access_token: 'access-0', refresh_token: good, expires_in: 3600 })
    await Promise.all(Array.from({ length: 10 }, (_, at) => get(at, { refused: 'access-0' })))
    expect(asked).toEqual(['refresh-0'])
  })

  test('are stored before anybody has them', async () => {
    const context = processes[0] as OperationContext
    const failing = {
      ...context,
      db: { ...context.db, write: faultyAfterAsking(context.db) },
    } as OperationContext
    const given = await getTokens(failing, credential)
    expect(given.tokens.refreshToken).toBe(good)
    expect((await stored()).tokens.refreshToken).toBe(good)
  })

  /** A database that is away right after the vendor has answered, and comes back. */
  function faultyAfterAsking(db: Database): Database['write'] {
    let faults = 2
    return (workspaceId, work) => {
      if (asked.length > 0 && faults-- > 0) return Promise.reject(away())
      return db.write(workspaceId, work)
    }
  }

  test('of whom somebody else renewed meanwhile are not ended by an old refusal', async () => {
    answer = async (refreshToken) => {
      answer = rotate
      // The process that has the lock is so slow that another one takes it and is done first.
      clock += 2 * MINUTE
      await get(1)
      return rotate(refreshToken)
    }
    const given = await get(0)
    expect(given.tokens.refreshToken).toBe(good)
    expect((await stored()).row.hasEnded).toBe(false)
  })

  test('that are taken no more say so, once for all', async () => {
    good = 'another'
    for (const _ of [1, 2])
      await expect(get()).rejects.toMatchObject({
        code: 'missing_credential',
        message: expect.stringContaining('“Mine”: The consent to use its account is not valid any more.'),
      })
    expect(asked).toHaveLength(1)
    expect((await stored()).row.hasEnded).toBe(true)
  })

  test('that still last serve while the vendor has a fault, and not beyond', async () => {
    answer = async () => new Response('down', { status: 503 })
    expect((await get()).tokens.accessToken).toBe('access-0')
    clock += 2 * MINUTE
    await expect(get()).rejects.toMatchObject({ code: 'upstream_error' })
    answer = rotate
    expect((await get()).tokens.refreshToken).toBe(good)
  })

  test('without an end are used until they are refused', async () => {
    await connect({ access_token: 'access-0' })
    expect((await get()).tokens.accessToken).toBe('access-0')
    await expect(get(0, { refused: 'access-0' })).rejects.toMatchObject({ code: 'missing_credential' })
    expect(asked).toEqual([])
  })

  test('of a credential that was connected anew stay, whatever an older renewal brings', async () => {
    answer = async (refreshToken) => {
      const reply = await rotate(refreshToken)
      await connect({ access_token: 'of-the-new-account', refresh_token: 'new', expires_in: 3600 })
      return reply
    }
    expect((await get()).tokens.accessToken).toBe('of-the-new-account')
    expect((await stored()).tokens.refreshToken).toBe('new')
  })

  test('ways to an account end with their time, and work once', async () => {
    const way = { stateHash: randomUUID(), signInId: 's' }
    const begin = (stateHash: string) =>
      testing.database.write(testing.workspaceId, ({ connections }) =>
        connections.begin({
          ...way,
          stateHash,
          credentialId: credential.id,
          sealed: 'x',
          expiresAt: clock + 10,
        }),
      )
    const take = (given = way) =>
      testing.database.write(testing.workspaceId, ({ connections }) => connections.take(given))
    await begin(way.stateHash)
    expect(await take({ ...way, signInId: 'another' })).toBeUndefined()
    expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toHaveLength(1)
    const late = { ...way, stateHash: randomUUID() }
    await begin(late.stateHash)
    clock += 10
    expect(await take(late)).toBeUndefined()
  })
})

function away(): Error {
  return Object.assign(new Error('connection terminated'), { code: 'ECONNRESET' })
}
