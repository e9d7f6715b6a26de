import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isLoopbackHost, readConfig } from './config.ts'

describe('settings', () => {
  test('have the defaults of a machine of one’s own', () => {
    expect(readConfig('/srv/runnel', {})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/runnel/data',
      databaseUrl: undefined,
      blobs: { kind: 'folder', folder: '/srv/runnel/data/blobs' },
      services: ['web', 'worker', 'scheduler'],
      appUrl: undefined,
      mail: undefined,
      platformType: 'enterprise',
      makesOrganizations: false,
      egressAllow: ['localhost:11434', '127.0.0.1:11434'],
      corsOrigins: [],
      frameOrigins: [],
      trustedProxies: [],
      releasesUrl: undefined,
      runRetentionDays: 90,
      strangersFilesMb: { flow: 1_000, session: 100 },
      strangersVectors: { flow: 200_000, session: 20_000 },
      drainSeconds: 25,
      callersAtOnce: 2_000,
      secretKeyFile: '/srv/runnel/data/secret.key',
      logLevel: 'warn',
      mcpCommands: {},
      loaderFolders: {},
      scraperBrowser: undefined,
      runtimeVariables: {},
      warnings: [],
    })
  })

  test('name a browser for scrapers, whose key is not told', () => {
    const address = 'wss://browser.example.com?token=key'
    expect(readConfig('/srv', { SCRAPER_BROWSER: address }).scraperBrowser).toBe(address)
    expect(() => readConfig('/srv', { SCRAPER_BROWSER: 'ftp://x?token=key' })).toThrow(
      'SCRAPER_BROWSER=…: must be the address of a Chromium such as http://127.0.0.1:9222',
    )
  })

  test('name a server of mail, and who mails come from', () => {
    const env = {
      SMTP_URL: 'smtp://ada%40x:p%2Fw@mail.example.com',
      MAIL_FROM: 'Runnel <runnel@example.com>',
    }
    expect(readConfig('/srv', env).mail).toEqual({
      server: {
        host: 'mail.example.com',
        port: 587,
        tls: false,
        mayBePlain: false,
        account: { user: 'ada@x', password: 'p/w' },
      },
      from: env.MAIL_FROM,
    })
    const own = { ...env, SMTP_URL: 'smtps://[::1]', HOST: '127.0.0.1' }
    expect(readConfig('/srv', own).mail?.server).toEqual({
      host: '::1',
      port: 465,
      tls: true,
      mayBePlain: true,
    })
  })

  test.each([
    [{ SMTP_URL: 'http://canary' }, 'SMTP_URL=…: must be smtp://'],
    [{ SMTP_URL: 'smtp://canary@host' }, 'SMTP_URL=…: must be smtp://'],
    [{ SMTP_URL: 'smtp://user:canary@host/path' }, 'SMTP_URL=…: must be smtp://'],
    [{ SMTP_URL: 'smtp://user:canary@host' }, 'MAIL_FROM=: must say who mails come from'],
    [{ SMTP_URL: 'smtp://host', MAIL_FROM: 'x' }, 'MAIL_FROM=x: must be an address'],
    [
      { SMTP_URL: 'smtp://host', MAIL_FROM: 'a@b.de', HOST: '0.0.0.0' },
      'APP_URL=: must be set when SMTP_URL is set',
    ],
  ])('of mail stop the start where they are not whole, without the password: %j', (env, message) => {
    expect(() => readConfig('/srv', env)).toThrow(message)
    expect(() => readConfig('/srv', env)).not.toThrow('canary')
  })

  test('name a proxy by which calls go out', () => {
    expect(readConfig('/srv', {}).egressProxy).toBeUndefined()
    const env = { EGRESS_PROXY: 'http://ada%40x:p%2Fw%3A@proxy.example.com:3128' }
    expect(readConfig('/srv', env).egressProxy).toEqual({
      host: 'proxy.example.com',
      port: 3128,
      tls: false,
      account: { user: 'ada@x', password: 'p/w:' },
      names: 'here',
    })
    const other = { EGRESS_PROXY: 'https://[::1]/', EGRESS_PROXY_NAMES: 'proxy' }
    expect(readConfig('/srv', other).egressProxy).toEqual({
      host: '::1',
      port: 443,
      tls: true,
      names: 'proxy',
    })
  })

  test.each([
    [{ EGRESS_PROXY: 'socks5://user:canary@proxy' }, 'EGRESS_PROXY=…: must be the address of a proxy'],
    [{ EGRESS_PROXY: 'canary' }, 'EGRESS_PROXY=…: must be the address of a proxy'],
    [{ EGRESS_PROXY: 'http://user:canary@proxy/path' }, 'EGRESS_PROXY=…: must be the address of a proxy'],
    [{ EGRESS_PROXY: 'http://user:canary%@proxy' }, 'EGRESS_PROXY=…: must be the address of a proxy'],
    [{ EGRESS_PROXY: 'http://:canary@proxy' }, 'EGRESS_PROXY=…: must be the address of a proxy'],
    [{ EGRESS_PROXY_NAMES: 'both' }, 'EGRESS_PROXY_NAMES=both: must be here or proxy'],
  ])('of a proxy stop the start where they are not whole, without the password: %j', (env, message) => {
    expect(() => readConfig('/srv', env)).toThrow(message)
    expect(() => readConfig('/srv', env)).not.toThrow('canary')
  })

  test.each([
    [{}, false],
    [{ NEW_ORGANIZATIONS: 'yes' }, true],
    [{ PLATFORM_TYPE: 'cloud' }, true],
    [{ PLATFORM_TYPE: 'cloud', NEW_ORGANIZATIONS: 'no' }, false],
  ])('open more organisations where strangers make them, elsewhere if it is said: %j', (env, isOpen) => {
    expect(readConfig('/srv', env).makesOrganizations).toBe(isOpen)
  })

  test('allow no private address by default when others can reach the server', () => {
    expect(readConfig('/srv', { HOST: '0.0.0.0' }).egressAllow).toEqual([])
  })

  test.each([
    ['PORT', 'seventy', 'PORT=seventy: must be a port from 0 to 65535'],
    ['PORT', '70000', 'PORT=70000: must be a port from 0 to 65535'],
    ['NEW_ORGANIZATIONS', 'maybe', 'NEW_ORGANIZATIONS=maybe: must be yes or no'],
    ['SERVICES', 'web,cook', 'SERVICES=web,cook: must be a comma list of web, worker, scheduler'],
    [
      'TRUSTED_PROXIES',
      'everybody',
      'TRUSTED_PROXIES=everybody: must be a comma list of addresses or networks',
    ],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/99',
      'TRUSTED_PROXIES=10.0.0.0/99: must be a comma list of addresses or networks',
    ],
    [
      'RELEASES_URL',
      'http://x',
      'RELEASES_URL=http://x: must be an address such as https://api.github.com/repos/OWNER/NAME/releases/latest',
    ],
    [
      'DATABASE_URL',
      'mysql://x',
      'DATABASE_URL=mysql://x: must be an address such as postgres://user:password@host:5432/database',
    ],
    ['EGRESS_ALLOW', 'localhost', 'EGRESS_ALLOW=localhost: must be a comma list of host:port'],
    ['APP_URL', 'runnel', 'APP_URL=runnel: must be an address such as https://runnel.example.com'],
    ['PLATFORM_TYPE', 'free', 'PLATFORM_TYPE=free: must be enterprise, cloud or open source'],
    ['RUN_RETENTION_DAYS', '0', 'RUN_RETENTION_DAYS=0: must be days, from 1 to 36500'],
    ['STRANGERS_FLOW_MB', '-1', 'STRANGERS_FLOW_MB=-1: must be megabytes, from 0 to 1000000'],
    [
      'STRANGERS_SESSION_VECTORS',
      'many',
      'STRANGERS_SESSION_VECTORS=many: must be a number from 0 to 1000000000',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud: must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('%s=%s stops the start with one line that says what to do', (name, value, line) => {
    expect(() => readConfig('/srv', { [name]: value })).toThrow(line)
  })

  test.each([
    ['http://runnel.example.com', 1],
    ['http://10.0.0.7:3000', 1],
    ['https://runnel.example.com', 0],
    ['http://localhost:3000', 0],
    ['http://127.0.0.1:3000', 0],
    ['http://[::1]:3000', 0],
  ])('with the address %s warn %s times that it is not encrypted', (AppUrl, count) => {
    const { warnings } = readConfig('/srv', { APP_URL: AppUrl })
    expect(warnings).toHaveLength(count)
    expect(warnings.join()).not.toContain(AppUrl)
  })

  test('empty values count as unset', () => {
    expect(readConfig('/srv', { PORT: '', APP_URL: ' ' })).toMatchObject({ port: 3000, appUrl: undefined })
  })
})

describe('BLOBS_URL', () => {
  const read = (url: string) => readConfig('/srv', { BLOBS_URL: url }).blobs

  test('names a folder, or a bucket with what it takes to get in', () => {
    expect(read('file:///shared/my%20files')).toEqual({ kind: 'folder', folder: '/shared/my files' })
    expect(read('s3://AK%2F1:se%2Bcret%2F@s3.eu-central-1.amazonaws.com/files?region=eu-central-1')).toEqual({
      kind: 's3',
      origin: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'files',
      prefix: '',
      region: 'eu-central-1',
      accessKeyId: 'AK/1',
      secretAccessKey: 'se+cret/',
    })
    expect(read('s3://key:secret@127.0.0.1:9000/files/runnel/prod/?tls=false')).toMatchObject({
      origin: 'http://127.0.0.1:9000',
      prefix: 'runnel/prod/',
      region: 'us-east-1',
    })
  })

  test('takes the secret from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runnel-config-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'secret'), 'from a file\n')
    const { blobs } = readConfig(folder, { BLOBS_URL: 's3://key@store/files?secretFile=secret' })
    expect(blobs).toMatchObject({ accessKeyId: 'key', secretAccessKey: 'from a file' })
  })

  test.each([
    'files',
    'https://key:secret@host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/Bucket_',
    's3://host/bucket',
    's3://key@host/bucket',
    's3://key:secret@host/bucket?tls=maybe',
    's3://key:secret@host/bucket?regoin=x',
    's3://key@host/bucket?secretFile=/nowhere/at/all',
    's3://key:%ZZsecret@host/bucket',
  ])('%s stops the start without a word of the secret', (url) => {
    expect(() => read(url)).toThrow(
      /^BLOBS_URL=…: must be file:\/\/\/a\/folder, or s3:\/\/key:secret@host:port/,
    )
  })
})

test('only literal loopback hosts are a machine of one’s own', () => {
  expect(['localhost', '127.0.0.1', '127.8.9.1', '::1'].every(isLoopbackHost)).toBe(true)
  expect(['0.0.0.0', 'example.com', '127.evil.com', '10.0.0.1'].some(isLoopbackHost)).toBe(false)
})
