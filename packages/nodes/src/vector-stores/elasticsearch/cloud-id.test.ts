import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { elasticsearchStore } from './store.ts'

const leaving = { url: '/', method: 'GET', headers: {}, leavesAt: 0 }
const open = async (cloudId: string) =>
  elasticsearchStore.authorise(createTestComponent('elasticsearch'))(
    { cloudId, username: 'ada', password: 'pass' },
    leaving,
  )
const id = (text: string) => `tea:${btoa(text)}`

test.each([
  [id('eu-west-1.aws.found.io$abc123$kibana'), 'https://abc123.eu-west-1.aws.found.io'],
  [id('eu.cloud.es.io:9243$abc123$'), 'https://abc123.eu.cloud.es.io:9243'],
  ['http://search.example:9200', 'http://search.example:9200'],
])('the ID %s of Elastic Cloud is the address %s', async (cloudId, base) => {
  expect(await open(cloudId)).toEqual({ base, headers: { authorization: 'Basic YWRhOnBhc3M=' } })
})

test.each(['', 'tea', 'tea:!!', id('host$'), id('evil.example/x$abc'), id('a.b$x.y/z')])(
  'an ID that is none leads nowhere: %s',
  async (cloudId) => {
    await expect(open(cloudId)).rejects.toMatchObject({ code: 'missing_credential' })
  },
)
