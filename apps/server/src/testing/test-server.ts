import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allPermissions } from '@runnel/contract'
import type { DatabaseOptions } from '@runnel/db'
import {
  addTestWorkspace,
  createTestDatabasePlace,
  type DatabaseKind,
  dumpDatabase,
  type SilentRelay,
} from '@runnel/db/testing'
import { createPasswordHasher, createToken, type Egress, hashToken } from '@runnel/drivers'
import type { ServingContext } from '@runnel/operations'
import { type Logger, pino } from 'pino'
import { compose } from '../compose.ts'
import { type Config, readConfig } from '../config.ts'
import type { ArrivalLimits } from '../http/arrival-limits.ts'
import { startWeb } from '../services/web.ts'
import { createCaller, type TestCaller } from './test-caller.ts'
import {
  addingPeople,
  type Membership,
  type NewPerson,
  type OtherOrganization,
  organizationOf,
  type Person,
} from './test-people.ts'

/** A whole server on a database of its own, listening on a free port of this machine. */
export interface TestServer {
  origin: string
  context: ServingContext
  config: Config
  /** A caller without cookies and keys. */
  anonymous(): TestCaller
  /** Signs in as the first administrator, who is made on first use. */
  administrator(): Promise<TestCaller>
  /** A caller with an API key of the administrator's workspace. */
  withKey(permissions: string[]): Promise<TestCaller & { key: string; id: string }>
  /** A caller with a token for SCIM, of the organisation of the administrator unless another one makes it. */
  withProvisioning(administrator?: TestCaller): Promise<TestCaller & { token: string; id: string }>
  /** Adds another workspace, with a caller whose key may do everything there. */
  addWorkspace(): Promise<{ workspaceId: string; caller: TestCaller; key: string }>
  /** Adds somebody to an organisation, the administrator's unless named, signs them in, and gives their caller. */
  addPerson(person: NewPerson): Promise<Person>
  /** Adds another organisation with a workspace, and gives its administrator. */
  addOrganization(): Promise<OtherOrganization>
  /** Makes an account a member of one more organisation. */
  addMembership(membership: Membership): Promise<void>
  /** All that lies in the database, as text. */
  dump(): Promise<string>
  stop(): Promise<void>
  /** The way to the database, where it was to be a special one. */
  relay: SilentRelay | undefined
}

/** The first administrator of every test server. */
export const ADMINISTRATOR = { name: 'Ada Admin', email: 'ada@example.com', password: 'Correct-Horse-9' }

/** How a test server differs from a plain one. */
export interface TestServerOptions {
  kind?: DatabaseKind
  /** Settings by name, as the environment would give them. */
  env?: Record<string, string>
  /** Keeps the log lines for a test that looks at them. */
  onLogLine?: (line: string) => void
  webFolder?: string
  /** How long requests may take to arrive. */
  arrival?: ArrivalLimits
  /**
   * Where calls to hosts of the web end, `host` → `http://127.0.0.1:<port>` of a fake: for nodes that call their
   * vendor's own address. Everything before the connection is as it is, and these addresses count as allowed. `*` leads
   * all other hosts but this machine's; `{host}` in an address stands for the host that was meant. Read at each call.
   */
  leads?: Record<string, string>
  /** Opens the way to the database at an address, PostgreSQL only. */
  through?: (url: string) => Promise<SilentRelay>
}

function configFor(folder: string, databaseUrl: string | undefined, env: Record<string, string>): Config {
  const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  return { ...readConfig(folder, { PORT: '0', LOG_LEVEL: 'silent', ...database, ...env }) }
}

/** Where the server's database is: an embedded one lies in its data folder, not in the place made for tests. */
function embeddedFile(options: DatabaseOptions, config: Config): DatabaseOptions {
  return options.kind === 'sqlite' ? { kind: 'sqlite', file: join(config.dataDir, 'runnel.db') } : options
}

/** Puts an embedded one there, which has its tables already. */
function placeEmbedded(options: DatabaseOptions, config: Config): void {
  if (options.kind !== 'sqlite') return
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  renameSync(options.file, join(config.dataDir, 'runnel.db'))
}

/** The settings, with the fakes to which calls are led among the addresses that may be called. */
function allowLeads({ env = {}, leads = {} }: TestServerOptions): Record<string, string> {
  const led = Object.values(leads).map((origin) => new URL(origin).host)
  return { ...env, EGRESS_ALLOW: [env.EGRESS_ALLOW, ...led].filter(Boolean).join(',') }
}

type CallOptions = NonNullable<Parameters<Egress['fetch']>[2]>

/** What stands for a server outside may be called by whoever may call those, and whoever named it. */
function asOutside({ namedBy: _namedBy, purpose, ...options }: CallOptions = {}): CallOptions {
  return { ...options, ...(purpose !== undefined && purpose !== 'stranger' && { purpose }) }
}

/** The egress client, with the calls to some hosts led to this machine. */
function leadCalls(egress: Egress, { leads = {} }: TestServerOptions): Egress {
  const fetch: Egress['fetch'] = async (input, init, options) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const origin = leads[url.host] ?? (url.hostname === '127.0.0.1' ? undefined : leads['*'])
    return origin === undefined
      ? egress.fetch(input, init, options)
      : egress.fetch(
          new URL(`${origin.replace('{host}', url.host)}${url.pathname}${url.search}`),
          init,
          asOutside(options),
        )
  }
  return { ...egress, fetch, fetchWith: (options) => (input, init) => fetch(input, init, options) }
}

async function composeLed(
  config: Config,
  log: Logger,
  options: TestServerOptions & { database: DatabaseOptions },
) {
  placeEmbedded(options.database, config)
  const composed = await compose(config, { log })
  composed.context.egress = leadCalls(composed.context.egress, options)
  // What a hash costs is tested where hashes are made.
  composed.context.passwords = createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } })
  return composed
}

/** Stores a key that may do everything in a workspace, and gives it. */
async function insertKey(context: ServingContext, workspaceId: string): Promise<string> {
  const key = `rk_${createToken()}`
  const row = { keyName: 'Everything', keyHash: hashToken(key), keyHint: key.slice(-4) }
  await context.db.write(workspaceId, (writer) =>
    writer.apiKeys.insert({ id: crypto.randomUUID(), ...row, permissions: [...allPermissions] }),
  )
  return key
}

/** A caller with a new token for SCIM. */
async function makeProvider(origin: string, administrator: TestCaller) {
  const body = { name: 'The provider' }
  const made = await administrator.expect<{ id: string; token: string }>(
    201,
    'POST',
    '/provisioning/token',
    body,
  )
  return { ...createCaller(origin, { authorization: `Bearer ${made.token}` }), ...made }
}

/** Starts a server; stop it in `afterAll`. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const place = await createTestDatabasePlace(options.kind ?? 'sqlite', { isMigrated: true })
  const folder = mkdtempSync(join(tmpdir(), 'runnel-server-'))
  const relay = place.options.kind === 'postgres' ? await options.through?.(place.options.url) : undefined
  const url = place.options.kind === 'postgres' ? (relay ?? place.options).url : undefined
  const { onLogLine, webFolder, arrival } = options
  const config = configFor(folder, url, allowLeads(options))
  const log = onLogLine ? pino({ level: 'info' }, { write: onLogLine }) : pino({ level: 'silent' })
  const { context, close } = await composeLed(config, log, { ...options, database: place.options })
  const web = await startWeb({ context, config, log, version: '0.0.0-test', webFolder, arrival })
  await context.worker.start()
  const anonymous = () => createCaller(web.address)
  let isRegistered = false

  async function administrator(): Promise<TestCaller> {
    const caller = anonymous()
    const { name, email, password } = ADMINISTRATOR
    if (!isRegistered) {
      await caller.expect(201, 'POST', '/account/register', { user: { name, email, credential: password } })
      isRegistered = true
    }
    await caller.expect(200, 'POST', '/auth/login', { email, password })
    return caller
  }

  const stored = { options: embeddedFile(place.options, config) }
  const people = { context, ...stored, password: ADMINISTRATOR.password, anonymous, administrator }
  return {
    relay,
    origin: web.address,
    context,
    config,
    anonymous,
    administrator,
    async withKey(permissions) {
      const admin = await administrator()
      const keyName = `key for ${permissions.join(' ')}`.slice(0, 200)
      const keys = await admin.expect<{ id: string; apiKey: string; isNew?: true }[]>(
        200,
        'POST',
        '/apikey',
        { keyName, permissions },
      )
      const made = keys.find(({ isNew }) => isNew === true)
      if (!made) throw new Error('The new key was not shown')
      return {
        ...createCaller(web.address, { authorization: `Bearer ${made.apiKey}` }),
        key: made.apiKey,
        id: made.id,
      }
    },
    withProvisioning: async (by) => makeProvider(web.address, by ?? (await administrator())),
    async addWorkspace() {
      const organizationId = await organizationOf(await administrator())
      const workspaceId = await addTestWorkspace({ ...stored, organizationId })
      const key = await insertKey(context, workspaceId)
      return { workspaceId, key, caller: createCaller(web.address, { authorization: `Bearer ${key}` }) }
    },
    ...addingPeople(people),
    dump: () => dumpDatabase(stored.options),
    async stop() {
      await context.worker.close()
      await context.outbox.end()
      await web.close()
      await close()
      await place.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
