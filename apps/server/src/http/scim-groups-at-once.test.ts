import { once } from 'node:events'
import { connect } from 'node:net'
import type { ScimGroup } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATCH, type ScimScene, startScimScene } from '../testing/scim-scene.ts'

const PEOPLE = 24

interface Told {
  subject: { id: string | null }
  after: { added: string[]; removed: string[]; displayName?: string } | null
}

describe.each(databaseKinds)('calls of a provider about one group that meet on %s', (kind) => {
  let scene: ScimScene
  let people: string[]
  let token: string
  beforeAll(async () => {
    scene = await startScimScene(kind)
    const made = Array.from({ length: PEOPLE }, (_, n) => scene.provider.makeUser(`at-once-${n}@example.com`))
    people = (await Promise.all(made)).map(({ id }) => id)
    token = (await scene.server.withProvisioning()).token
  })
  afterAll(() => scene.stop())

  const read = (id: string) => scene.provider.expect<ScimGroup>(200, 'GET', `/Groups/${id}`)
  const membersOf = ({ members }: ScimGroup) => (members ?? []).map(({ value }) => value ?? '').toSorted()
  const add = (ids: string[]) => ({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) })
  const send = async (id: string, ...Operations: object[]) =>
    (await scene.provider.call('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations })).status
  /** The entries of a group, oldest first. */
  const entriesOf = async (id: string) =>
    ((await scene.entries('group.updated')) as Told[]).filter(({ subject }) => subject.id === id).toReversed()

  /** Who is in it by what the log tells, from an empty group on: nobody comes twice, and nobody goes who is not there. */
  async function replay(id: string): Promise<string[]> {
    const members = new Set<string>()
    for (const { after } of await entriesOf(id)) {
      for (const each of after?.removed ?? []) expect(members.delete(each)).toBe(true)
      for (const each of after?.added ?? []) {
        expect(members.has(each)).toBe(false)
        members.add(each)
      }
    }
    return [...members].toSorted()
  }

  test('one that comes twice at once is done once, and told once', async () => {
    const { id } = await scene.provider.makeGroup('Twice')
    const operations = [{ op: 'replace', path: 'displayName', value: 'Twice over' }, add(people)]
    expect(await Promise.all([send(id, ...operations), send(id, ...operations)])).toEqual([204, 204])
    expect(membersOf(await read(id))).toEqual(people.toSorted())
    expect(await entriesOf(id)).toHaveLength(1)
    expect(await send(id, ...operations), 'and again later').toBe(204)
    expect(await entriesOf(id)).toHaveLength(1)
  })

  test('leave what one of them says, whole, and the log tells how it came to that', async () => {
    const { id } = await scene.provider.makeGroup('Many at once')
    const halves = [people.slice(0, PEOPLE / 2), people.slice(PEOPLE / 2), people.slice(4, 20), []]
    const replace = (ids: string[], n: number) =>
      send(
        id,
        { op: 'replace', path: 'members', value: ids.map((value) => ({ value })) },
        { op: 'replace', path: 'displayName', value: `Many ${n}` },
      )
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(halves.map(replace))
      expect(answers).toEqual(halves.map(() => 204))
      const group = await read(id)
      const wanted = halves[Number(group.displayName?.split(' ')[1])] ?? []
      expect(membersOf(group)).toEqual(wanted.toSorted())
      expect(await replay(id)).toEqual(wanted.toSorted())
    }
  })

  test('come and go in any order, each once', async () => {
    const { id } = await scene.provider.makeGroup('Any order')
    const remove = (value: string) => send(id, { op: 'remove', path: `members[value eq "${value}"]` })
    const calls = people.flatMap((each) => [send(id, add([each])), remove(each)])
    expect(new Set(await Promise.all(calls))).toEqual(new Set([204]))
    expect(membersOf(await read(id))).toEqual(await replay(id))
  })

  test.each([
    ['in the middle of its body', 0.5],
    ['before its last byte', 0.999],
  ])('one that is cut %s changes nothing, and the same call does it afterwards', async (_where, part) => {
    const { id } = await scene.provider.makeGroup(`Cut ${part}`)
    const Operations = [{ op: 'replace', path: 'displayName', value: `Whole ${part}` }, add(people)]
    const body = JSON.stringify({ schemas: [PATCH], Operations })
    const { hostname, port } = new URL(scene.server.origin)
    const head = [
      `PATCH /api/v1/scim/v2/Groups/${id} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${token}`,
      'content-type: application/scim+json',
      `content-length: ${body.length}`,
    ]
    const socket = connect(Number(port), hostname)
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, Math.floor(body.length * part))}`)
    const closed = once(socket, 'close')
    socket.resume()
    socket.end()
    await closed
    expect(await read(id)).toMatchObject({ displayName: `Cut ${part}` })
    expect(membersOf(await read(id))).toEqual([])
    expect(await entriesOf(id)).toEqual([])
    expect(await send(id, ...Operations)).toBe(204)
    expect(membersOf(await read(id))).toEqual(people.toSorted())
  })
})
