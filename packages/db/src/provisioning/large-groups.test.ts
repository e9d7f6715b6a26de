import { expect, test } from 'vitest'
import { countTurns } from '../tenant/count-turns.fixture.ts'
import { createTestDatabase } from '../testing.ts'

// Only an embedded database has the thread while it works.

const PEOPLE = 2_000
/** Parts of the lists that are checked, written and given places; two of them may fall into one turn. */
const LEAST_TURNS = 5

test('while thousands come to a group, and go, others have their turns, and nothing of it is seen before its end', async () => {
  const testing = await createTestDatabase('sqlite')
  const { database, organizationId } = testing
  const { provisioning } = database.system
  const unnamed = { externalId: null, displayName: null, formattedName: null, givenName: null }
  const rest = { familyName: null, title: null, emails: [], isActive: true }
  const made = Array.from({ length: PEOPLE }, (_, n) => {
    const userName = `crowd-${n}@example.com`
    const account = { email: userName, name: 'Crowd', isOwnDomain: true }
    return provisioning.createUser(
      { organizationId, record: { userName, ...unnamed, ...rest }, account },
      () => [],
    )
  })
  const ids = (await Promise.all(made)).map(({ id }) => id)
  const group = { organizationId, displayName: 'Crowd', externalId: null, members: [] }
  const { id } = await provisioning.createGroup(group, () => [])
  const counts: number[] = []
  const look = async () => {
    const members = await database.organization(organizationId).provisioning.countScimMembers([id])
    counts.push(members.get(id) ?? 0)
  }
  const looking = setInterval(look, 0)
  const key = { organizationId, id, ifVersion: undefined }
  const come = await countTurns(() =>
    provisioning.changeGroup(key, { members: [{ kind: 'add', ids }] }, () => []),
  )
  const go = await countTurns(() => provisioning.changeGroup(key, { members: [{ kind: 'clear' }] }, () => []))
  clearInterval(looking)
  await look()
  for (const { turns } of [come, go]) expect(turns).toBeGreaterThan(LEAST_TURNS)
  expect(counts.filter((count) => count !== 0 && count !== PEOPLE)).toEqual([])
  await testing.drop()
})
