import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTrustProxy } from './listed-settings.ts'
import { findUnreadSettings } from './unread-settings.ts'

test('a setting of Flowise that does nothing here is named, with what to set instead, and without its value', () => {
  const lines = findUnreadSettings({
    TRUST_PROXY: '1',
    FLOWISE_PASSWORD: 'geheim',
    PORT: '3000',
    IFRAME_ORIGINS: ' ',
  })
  expect(lines).toEqual([
    'TRUST_PROXY does nothing here: name your proxies in TRUSTED_PROXIES instead.',
    'FLOWISE_PASSWORD does nothing here: make the first administrator on the set-up page instead.',
  ])
})

test('proxies that the setting of Flowise names by their addresses are taken', () => {
  const named = { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }
  expect(readTrustProxy(named)).toEqual(['127.0.0.1', '10.0.0.0/8'])
  expect(findUnreadSettings(named)).toEqual([])
  for (const trust of ['true', '1', 'loopback', ''])
    expect(readTrustProxy({ TRUST_PROXY: trust })).toBeUndefined()
})

test('what is advised is a setting of ours', () => {
  const names = [
    'TRUST_PROXY',
    'IFRAME_ORIGINS',
    'DATABASE_HOST',
    'DATABASE_PATH',
    'SECRETKEY_PATH',
    'STORAGE_TYPE',
  ]
  const env = Object.fromEntries(
    [...names, 'SMTP_HOST', 'HTTP_DENY_LIST', 'GLOBAL_AGENT_HTTPS_PROXY', 'GLOBAL_AGENT_NO_PROXY'].map(
      (name) => [name, 'x'],
    ),
  )
  const settings = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  const advised = findUnreadSettings(env).flatMap(
    (line) => line.split(':')[1]?.match(/[A-Z]+_[A-Z_]+/g) ?? [],
  )
  expect(advised).toHaveLength(11)
  for (const name of advised) expect(settings).toContain(name)
})
