import { join } from 'node:path'
import { holds } from '@runnel/access'
import { createClient } from '@runnel/client'
import { API_PREFIX, allPermissions, type SignedInUser } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { median, percentile } from '../figures/percentile.ts'
import { EVERYWHERE, fillPeople, type People } from '../product/fill-people.ts'
import type { InstallationData } from '../product/plain-database.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'
import { ADMINISTRATOR, keepCookies, signInFirst } from '../product/set-up-installation.ts'
import { type PeopleQuery, peopleQueries } from './people-queries.ts'

const FEW: People = { people: 10, workspaces: 10 }
const MANY: People = { people: 100_000, workspaces: 10_000 }
const ASKED = 20
const WARM_UP = 2
const SHOWN = 4
const TURNS = 15
const CHECKS = 20_000
const HEADERS = { 'content-type': 'application/json', 'x-request-from': 'internal' }

/** Lists of a hundred thousand people, and signing in and switching beside them and beside ten. */
export async function measurePeople(bench: BenchContext) {
  const onSqlite = await measureOn(bench, openSqlite)
  const onPostgres = await measureOn(bench, openPostgres)
  return {
    peopleSqlite: onSqlite.lists,
    peoplePostgres: onPostgres.lists,
    signInMany: worseOf(onSqlite.signIn, onPostgres.signIn),
    switchMany: worseOf(onSqlite.switching, onPostgres.switching),
    signInEverywhere: worseOf(onSqlite.everywhere.signIn, onPostgres.everywhere.signIn),
    refreshEverywhere: worseOf(onSqlite.everywhere.refresh, onPostgres.everywhere.refresh),
    switchEverywhere: worseOf(onSqlite.everywhere.switching, onPostgres.everywhere.switching),
    permissionCheck: await measureCheck(bench),
  }
}

type Open = (bench: BenchContext, people: People) => Promise<Filled>

interface Filled {
  server: RunnelProcess
  send: typeof fetch
}

/** Signs the administrator in, who is in two workspaces. */
async function signInToTwo(origin: string): Promise<typeof fetch> {
  const send = await signInFirst(origin)
  const client = createClient({ baseUrl: origin, fetch: send })
  await client.createWorkspace({ body: { name: 'Second Workspace' } })
  return send
}

/** Fills an installation; on SQLite the server stands still meanwhile, and the session outlives that. */
async function openSqlite(bench: BenchContext, people: People): Promise<Filled> {
  const dataDir = bench.newDataDir()
  const empty = await bench.start(dataDir)
  const send = await signInToTwo(empty.origin)
  await empty.stop()
  await fillPeople({ kind: 'sqlite', file: join(dataDir, 'runnel.db') }, people)
  return { server: await bench.start(dataDir, { watchesHolds: true }), send }
}

async function openPostgres(bench: BenchContext, people: People): Promise<Filled> {
  const url = await bench.postgres.create()
  const place: InstallationData = { kind: 'postgres', url }
  const server = await bench.start(bench.newDataDir(), {
    settings: { DATABASE_URL: url },
    watchesHolds: true,
  })
  const send = await signInToTwo(server.origin)
  await fillPeople(place, people)
  return { server, send }
}

async function measureOn(bench: BenchContext, open: Open) {
  const few = await open(bench, FEW)
  const many = await open(bench, MANY)
  const rounds = []
  const signIn: number[] = []
  const switching: number[] = []
  const everywhere: Sessions[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeLists(many))
    const sessions = await timeSessions(few, many)
    rounds.push({ ...found, pace })
    signIn.push(sessions.signIn)
    switching.push(sessions.switching)
    everywhere.push(await timeSessions(asEverywhere(few), asEverywhere(many), EVERYWHERE))
  }
  await few.server.stop()
  await many.server.stop()
  return {
    lists: {
      samples: rounds.map(({ slowest }) => slowest[0]?.p99 ?? 0),
      beside: rounds.map(({ pace }) => pace),
      longestHold: Math.max(...rounds.map(({ longestHold }) => longestHold)),
      note: (rounds[0]?.slowest ?? [])
        .slice(0, SHOWN)
        .map(({ name, p99 }) => `${name} ${p99.toFixed(0)} ms`)
        .join('; '),
    },
    signIn: { samples: signIn },
    switching: { samples: switching },
    everywhere: {
      signIn: { samples: everywhere.map((found) => found.signIn) },
      refresh: { samples: everywhere.map((found) => found.refresh) },
      switching: { samples: everywhere.map((found) => found.switching) },
    },
  }
}

/** The same installation, for whoever else signs in. */
const asEverywhere = ({ server }: Filled): Filled => ({ server, send: keepCookies() })

function worseOf(onSqlite: { samples: number[] }, onPostgres: { samples: number[] }) {
  return median(onSqlite.samples) >= median(onPostgres.samples)
    ? { ...onSqlite, note: 'SQLite' }
    : { ...onPostgres, note: 'PostgreSQL' }
}

async function takeLists({ server, send }: Filled) {
  const me = await readPlace({ server, send })
  const queries = peopleQueries(me)
  for (const query of queries) await takeTimes({ server, send }, query, WARM_UP)
  await server.readLongestHold()
  const slowest = []
  for (const query of queries) {
    const times = await takeTimes({ server, send }, query, ASKED)
    slowest.push({ name: query.name, p99: percentile(times, 99) })
  }
  return {
    slowest: slowest.toSorted((one, other) => other.p99 - one.p99),
    longestHold: await server.readLongestHold(),
  }
}

async function takeTimes(
  { server, send }: Filled,
  { name, path, body, expects = '' }: PeopleQuery,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    const answer = await send(`${server.origin}${path}`, { headers: HEADERS, ...asked })
    const text = await answer.text()
    times.push(performance.now() - startedAt)
    if (answer.status !== 200 || !text.includes(expects))
      throw new Error(`${name} (${path}) answered ${answer.status}: ${text.slice(0, 200)}`)
  }
  return times
}

async function readPlace({ server, send }: Filled, email = ADMINISTRATOR.email) {
  const { password } = ADMINISTRATOR
  const answer = await send(`${server.origin}${API_PREFIX}/auth/login`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ email, password }),
  })
  const me = (await answer.json()) as SignedInUser
  const other = me.assignedWorkspaces.find(({ id }) => id !== me.activeWorkspaceId)
  return {
    organizationId: me.activeOrganizationId,
    workspaceId: me.activeWorkspaceId,
    otherWorkspaceId: other?.id ?? '',
  }
}

interface Sessions {
  signIn: number
  refresh: number
  switching: number
}

/** How much longer a sign-in, a refresh and a switch between two workspaces take in many than in few: medians of turns. */
async function timeSessions(few: Filled, many: Filled, email = ADMINISTRATOR.email): Promise<Sessions> {
  const { password } = ADMINISTRATOR
  const path = `${API_PREFIX}/auth/login`
  const places = new Map([
    [few, await readPlace(few, email)],
    [many, await readPlace(many, email)],
  ])
  const time = (queriesOf: (place: Place) => PeopleQuery[]) => timeBoth(few, many, { places, queriesOf })
  return {
    signIn: await time(() => [{ name: 'sign-in', path, body: { email, password } }]),
    refresh: await time(() => [{ name: 'refresh', path: `${API_PREFIX}/auth/refreshToken`, body: {} }]),
    switching: await time(({ workspaceId, otherWorkspaceId }) =>
      // There and back, so that each of them leads to another workspace.
      [otherWorkspaceId, workspaceId].map((id) => ({
        name: 'switch',
        path: `${API_PREFIX}/workspace/switch?id=${id}`,
        body: {},
        expects: `"activeWorkspaceId":"${id}"`,
      })),
    ),
  }
}

type Place = Awaited<ReturnType<typeof readPlace>>

/** Asks both in turns, each of its queries after the other. */
async function timeBoth(
  few: Filled,
  many: Filled,
  { places, queriesOf }: { places: Map<Filled, Place>; queriesOf: (place: Place) => PeopleQuery[] },
): Promise<number> {
  const times = new Map<Filled, number[]>()
  const asked = [...places].map(([filled, place]) => [filled, queriesOf(place)] as const)
  for (let turn = 0; turn < TURNS; turn++)
    for (const [filled, queries] of asked)
      for (const query of queries)
        times.set(filled, [...(times.get(filled) ?? []), ...(await takeTimes(filled, query, 1))])
  return median(times.get(many) ?? []) / median(times.get(few) ?? [])
}

/** The check that each request passes, by somebody who holds everything, for what stands last. */
async function measureCheck(bench: BenchContext) {
  const samples: number[] = []
  const beside: number[] = []
  const principal = { kind: 'api-key', keyId: 'k', workspaceId: 'w', permissions: allPermissions } as const
  const wanted = allPermissions.at(-1) ?? ''
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(async () => {
      const startedAt = performance.now()
      for (let n = 0; n < CHECKS; n++) if (!holds(principal, wanted)) throw new Error('The check refused.')
      return (performance.now() - startedAt) / CHECKS
    })
    samples.push(found)
    beside.push(pace)
  }
  return { samples, beside, note: `${allPermissions.length} permissions held` }
}
