import { allRoutes, type RouteDefinition, type RouteName } from '@runnel/contract'
import { expect } from 'vitest'
import { fieldsOf } from '../named-ids.ts'
import type { ParameterProof, ParameterWorld } from './parameter-world.ts'

type Row = Record<string, unknown>

/** A list with several rows. */
interface ProvedList {
  route: RouteName
  /** The list with no parameter of paging; what makes rows in it has been done before. */
  path: (world: ParameterWorld) => string
  /** Makes a row that is found by this text alone. */
  prepare: (world: ParameterWorld, text: string) => Promise<unknown>
  idOf: (row: Row) => unknown
  nameOf: (row: Row) => string
}

/** What a list sorts by, as its route says. */
function sortsOf(name: RouteName): string[] {
  const { query }: RouteDefinition = allRoutes[name]
  return fieldsOf(query).find(({ path }) => path === 'sort')?.values ?? []
}

/** Proofs of what all lists know: pages, a search, an order. */
export function listProofs({ route, path, prepare, idOf, nameOf }: ProvedList) {
  const read = ({ administrator }: ParameterWorld, address: string, query: string) =>
    administrator.expect<Row[]>(200, 'GET', `${address}${address.includes('?') ? '&' : '?'}${query}`)
  const ready = new WeakMap<ParameterWorld, Promise<string>>()
  /** The address of the list, once there are rows in it. */
  function filled(world: ParameterWorld) {
    const address = ready.get(world) ?? fill(world)
    ready.set(world, address)
    return address
  }
  async function fill(world: ParameterWorld) {
    for (const word of ['Alder', 'birch']) await prepare(world, world.fresh(word))
    return path(world)
  }
  const limit: ParameterProof = async (world) => {
    const address = await filled(world)
    expect(await read(world, address, 'limit=1')).toHaveLength(1)
    expect((await read(world, address, 'limit=200')).length).toBeGreaterThan(1)
  }
  const page: ParameterProof = async (world) => {
    const address = await filled(world)
    const rows = await read(world, address, 'limit=200')
    const second = await read(world, address, 'page=2&limit=1')
    expect(second).toMatchObject({ total: rows.length, data: [{ ...rows[1] }] })
  }
  const search: ParameterProof = async (world) => {
    const address = await filled(world)
    const text = world.fresh('Quince')
    await prepare(world, text)
    const found = await read(world, address, `search=${encodeURIComponent(text.toUpperCase())}`)
    expect(found.map(nameOf)).toEqual([text])
  }
  const sort: ParameterProof = async (world) => {
    const address = await filled(world)
    const wanted = sortsOf(route)
    expect(wanted.length).toBeGreaterThan(1)
    for (const by of wanted) {
      const [up, down] = await Promise.all([
        read(world, address, `sort=${by}&direction=asc`),
        read(world, address, `sort=${by}&direction=desc`),
      ])
      expect([by, up.map(idOf)]).toEqual([by, down.map(idOf).toReversed()])
      expect(up.length).toBeGreaterThan(1)
      if (by !== 'name') continue
      const names = up.map((row) => nameOf(row).toLowerCase())
      expect(names).toEqual(names.toSorted())
    }
  }
  return { limit, page, search, ...(sortsOf(route).length > 0 ? { sort, direction: sort } : {}) }
}
