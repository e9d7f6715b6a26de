import { expect, test } from 'vitest'
import { makeNode } from '../testing.ts'
import { migrateNode, type ValueMigration } from './migrate-node.ts'

const migrations: ValueMigration[] = [
  { number: 2, below: 3, migrate: (values) => ({ ...values, trail: `${values.trail ?? ''}2` }) },
  { number: 1, below: 2, migrate: (values) => ({ ...values, trail: `${values.trail ?? ''}1` }) },
]

test.each([
  [undefined, '12', 3],
  [1, '12', 3],
  [2.1, '2', 3],
])(
  'a node of version %s goes through each migration above it, once and in order',
  (typeVersion, trail, version) => {
    const { typeVersion: _one, ...bare } = makeNode('a_0')
    const migrated = migrateNode(typeVersion === undefined ? bare : { ...bare, typeVersion }, migrations)
    expect(migrated.values).toEqual({ trail })
    expect(migrated.typeVersion).toBe(version)
    expect(migrateNode(migrated, migrations)).toBe(migrated)
  },
)

test('a node of the present version is left alone', () => {
  const node = makeNode('a_0', { typeVersion: 3 })
  expect(migrateNode(node, migrations)).toBe(node)
})
