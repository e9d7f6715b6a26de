import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

const managers = ['SQLiteRecordManager', 'postgresRecordManager', 'MySQLRecordManager']

test.each(managers)('%s says how a store keeps in step', async (name) => {
  const type = nodeCatalogue.find(({ definition }) => definition.name === name)
  const read = await type?.provides?.recordManager?.()
  const policyOf = (values: Record<string, string>) => read?.(createTestComponent(name, { values }))
  expect(policyOf({})).toEqual({ cleanup: 'none', namespace: '', sourceIdKey: 'source' })
  expect(policyOf({ cleanup: 'full', namespace: ' tea ', sourceIdKey: 'file' })).toEqual({
    cleanup: 'full',
    namespace: 'tea',
    sourceIdKey: 'file',
  })
  expect(() => policyOf({ cleanup: 'some' })).toThrow('has no cleanup "some"')
})
