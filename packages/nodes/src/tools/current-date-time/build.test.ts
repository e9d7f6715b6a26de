import type { JsonValue } from '@runnel/contract'
import { createTestBuildContext, createTestToolContext } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { buildCurrentDateTime } from './build.ts'

async function ask(input: JsonValue) {
  const built = await buildCurrentDateTime(createTestBuildContext())
  const tool = built.kind === 'tools' ? built.tools[0] : undefined
  return JSON.parse((await tool?.call(input, createTestToolContext()))?.content ?? '')
}

test('tells the time of the run in UTC', async () => {
  expect(await ask({})).toEqual({
    iso: '2026-01-02T12:00:00+00:00',
    date: '2026-01-02',
    day: 'Friday',
    time: '12:00:00',
    timeZone: 'UTC',
  })
})

test('tells it in a time zone, with its offset', async () => {
  expect(await ask({ timeZone: 'Asia/Kolkata' })).toMatchObject({ iso: '2026-01-02T17:30:00+05:30' })
  expect(await ask({ timeZone: 'America/New_York' })).toMatchObject({ time: '07:00:00' })
})

test('says when the time zone is none', async () => {
  expect(await ask({ timeZone: 'Mars/Olympus' })).toMatchObject({
    error: expect.stringContaining('Mars/Olympus'),
  })
})
