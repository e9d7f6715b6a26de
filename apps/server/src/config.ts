import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { BlobsLocation, EgressProxy, ListedFolder, MailServer, ToolCommand } from '@runnel/drivers'
import type { z } from 'zod'
import { readTrustProxy } from './listed-settings.ts'
import { BLOBS_URL_HINT, readBlobsUrl } from './read-blobs-url.ts'
import { EGRESS_PROXY_HINT, readProxyAddress } from './read-egress-proxy.ts'
import { readLoaderFolders } from './read-loader-folders.ts'
import { readSmtpUrl, SMTP_URL_HINT } from './read-mail-settings.ts'
import { readMcpCommands } from './read-mcp-commands.ts'
import { readRuntimeVariables } from './runtime-variables.ts'
import { type SettingName, settings } from './settings.ts'
import { findUnreadSettings } from './unread-settings.ts'

/** Parts of the program that a process runs; a small installation runs all. */
export type Service = 'web' | 'worker' | 'scheduler'

/** Typed settings (`docs/settings.md`). This file is the only reader of the environment. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Where files are kept. */
  blobs: BlobsLocation
  services: Service[]
  appUrl: string | undefined
  /** Where mails go out, and who they come from; unset: none are sent, and links are shown instead. */
  mail: { server: MailServer; from: string } | undefined
  platformType: 'enterprise' | 'cloud' | 'open source'
  /** Whether people make more organisations than came with their accounts. */
  makesOrganizations: boolean
  egressAllow: string[]
  /** Through which calls go out; unset: none. */
  egressProxy: EgressProxy | undefined
  /** Programs that flows may use as MCP servers, by name; none unless the operator lists some. */
  mcpCommands: Record<string, ToolCommand>
  /** Folders of this machine that flows may read, by name; none unless the operator lists some. */
  loaderFolders: Record<string, ListedFolder>
  /** Where the browser of web scrapers takes commands; unset: there is none. */
  scraperBrowser: string | undefined
  corsOrigins: string[]
  frameOrigins: string[]
  /** Addresses and networks of proxies whose word counts for where a call comes from. */
  trustedProxies: string[]
  /** Where the releases of the product are published; unset: nobody is asked. */
  releasesUrl: string | undefined
  /** Where pages ask for the number of stars; never on enterprise. */
  starsUrl: string | undefined
  /** Where the operator lists models and their prices: a path, or an address of the web. */
  modelListSource: string | undefined
  runRetentionDays: number
  /** What strangers may have of files in one flow, and in one session of it, in megabytes. */
  strangersFilesMb: { flow: number; session: number }
  /** How many vectors may be made of what strangers give to one flow, and in one session of it. */
  strangersVectors: { flow: number; session: number }
  /** How long an orderly end lets runs go on, in seconds. */
  drainSeconds: number
  /** Calls that are answered at the same time at most. */
  callersAtOnce: number
  secretKeyFile: string
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Values for variables of type `runtime`: `RUNNEL_VAR_…` of the environment, without the prefix. */
  runtimeVariables: Record<string, string>
  /** Lines for the start: settings that do nothing here, by the names of Flowise, and an address that is not encrypted. */
  warnings: string[]
}

/** A setting that stops the start; its message is the one line that is shown. */
export class ConfigError extends Error {
  constructor(name: string, value: string, hint: string) {
    super(`${name}=${value}: ${hint}`)
    this.name = 'ConfigError'
  }
}

/** Reads one setting; an empty value counts as unset. */
function readSetting<N extends SettingName>(
  env: Record<string, string | undefined>,
  name: N,
): z.output<(typeof settings)[N]> | undefined {
  const value = env[name]
  if (value === undefined || value.trim() === '') return undefined
  const result = settings[name].safeParse(value.trim())
  if (!result.success)
    throw new ConfigError(name, value, `must be ${result.error.issues[0]?.message ?? 'valid'}`)
  return result.data as z.output<(typeof settings)[N]>
}

/** True for a literal loopback host: the only ones that make a machine of one's own. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

function readEnvironment(folder: string): Record<string, string | undefined> {
  const file = resolve(folder, '.env')
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return { ...fromFile, ...process.env }
}

/** @throws ConfigError without the address itself, which may hold a secret. */
function readBlobs(
  env: Record<string, string | undefined>,
  folders: { start: string; data: string },
): BlobsLocation {
  const blobs = readBlobsUrl(readSetting(env, 'BLOBS_URL'), folders)
  if (blobs === undefined) throw new ConfigError('BLOBS_URL', '…', `must be ${BLOBS_URL_HINT}`)
  return blobs
}

/** Where the number of stars is asked for: on enterprise nowhere, whatever is set. */
function readStarsUrl(env: Record<string, string | undefined>): string | undefined {
  const url = readSetting(env, 'STARS_URL')
  return (readSetting(env, 'PLATFORM_TYPE') ?? 'enterprise') === 'enterprise' ? undefined : url
}

/** Where strangers register with an organisation each, another one is nothing new; elsewhere the operator has to say so. */
function readMakesOrganizations(env: Record<string, string | undefined>): boolean {
  const byPlatform = readSetting(env, 'PLATFORM_TYPE') === 'cloud' ? 'yes' : 'no'
  return (readSetting(env, 'NEW_ORGANIZATIONS') ?? byPlatform) === 'yes'
}

/** What a file of the operator's lists by name; nothing where the setting names none. */
function readListed<Entry>(
  env: Record<string, string | undefined>,
  name: 'MCP_COMMANDS' | 'LOADER_FOLDERS',
  readList: (file: string) => Record<string, Entry> | string,
): Record<string, Entry> {
  const file = readSetting(env, name)
  if (file === undefined) return {}
  const read = readList(file)
  if (typeof read === 'string') throw new ConfigError(name, file, read)
  return read
}

function readOrigins(
  env: Record<string, string | undefined>,
  name: 'CORS_ORIGINS' | 'FRAME_ORIGINS',
): string[] {
  return (readSetting(env, name) ?? []).map((origin) => origin.replace(/\/$/, ''))
}

function readListSource(env: Record<string, string | undefined>, folder: string): string | undefined {
  const source = readSetting(env, 'MODEL_LIST_CONFIG_JSON')
  return source === undefined || /^https?:\/\//.test(source) ? source : resolve(folder, source)
}

/** @throws ConfigError without the address itself, which may hold a key */
function readBrowser(env: Record<string, string | undefined>): string | undefined {
  const address = readSetting(env, 'SCRAPER_BROWSER')
  if (address === undefined) return undefined
  if (URL.canParse(address) && /^(?:https?|wss?):$/.test(new URL(address).protocol)) return address
  throw new ConfigError(
    'SCRAPER_BROWSER',
    '…',
    'must be the address of a Chromium such as http://127.0.0.1:9222, or wss://browser.example.com?token=…',
  )
}

/** @throws ConfigError without the address of the proxy, which may hold a password */
function readEgressProxy(env: Record<string, string | undefined>): EgressProxy | undefined {
  const names = readSetting(env, 'EGRESS_PROXY_NAMES') ?? 'here'
  const address = readSetting(env, 'EGRESS_PROXY')
  if (address === undefined) return undefined
  const proxy = readProxyAddress(address)
  if (proxy === undefined) throw new ConfigError('EGRESS_PROXY', '…', `must be ${EGRESS_PROXY_HINT}`)
  return { ...proxy, names }
}

/** @throws ConfigError without the address of the server, which holds a password */
function readMail(env: Record<string, string | undefined>, host: string): Config['mail'] {
  const address = readSetting(env, 'SMTP_URL')
  if (address === undefined) return undefined
  const server = readSmtpUrl(address, isLoopbackHost)
  if (server === undefined) throw new ConfigError('SMTP_URL', '…', `must be ${SMTP_URL_HINT}`)
  const from = readSetting(env, 'MAIL_FROM')
  if (from === undefined)
    throw new ConfigError('MAIL_FROM', '', 'must say who mails come from when SMTP_URL is set')
  // Links in mails are made of the settings alone, never of what a call says of the server's name.
  if (readSetting(env, 'APP_URL') === undefined && !isLoopbackHost(host))
    throw new ConfigError('APP_URL', '', 'must be set when SMTP_URL is set: links in mails begin with it')
  return { server, from }
}

/** What is said at the start of an address under which everything travels open, unless it stays on this machine. */
function findPlainAddress(appUrl: string | undefined): string[] {
  const url = new URL(appUrl ?? 'https://runnel.example.com')
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname)) return []
  return [
    'APP_URL is no https: passwords, sessions and the links in mails travel open, and whoever hears them has the accounts. Put a proxy that speaks https before Runnel.',
  ]
}

function readAmounts(env: Record<string, string | undefined>) {
  return {
    runRetentionDays: readSetting(env, 'RUN_RETENTION_DAYS') ?? 90,
    strangersFilesMb: {
      flow: readSetting(env, 'STRANGERS_FLOW_MB') ?? 1_000,
      session: readSetting(env, 'STRANGERS_SESSION_MB') ?? 100,
    },
    strangersVectors: {
      flow: readSetting(env, 'STRANGERS_FLOW_VECTORS') ?? 200_000,
      session: readSetting(env, 'STRANGERS_SESSION_VECTORS') ?? 20_000,
    },
    drainSeconds: readSetting(env, 'DRAIN_SECONDS') ?? 25,
    callersAtOnce: readSetting(env, 'CALLERS_AT_ONCE') ?? 2_000,
  }
}

/**
 * Settings from the environment, and from `.env` of the folder (which the environment overrides).
 * @throws ConfigError naming the setting, for the one line that stops the start.
 */
export function readConfig(folder: string, env = readEnvironment(folder)): Config {
  const host = readSetting(env, 'HOST') ?? '127.0.0.1'
  const dataDir = resolve(folder, readSetting(env, 'DATA_DIR') ?? 'data')
  const ollama = ['localhost:11434', '127.0.0.1:11434']
  return {
    port: readSetting(env, 'PORT') ?? 3000,
    host,
    dataDir,
    databaseUrl: readSetting(env, 'DATABASE_URL'),
    blobs: readBlobs(env, { start: folder, data: dataDir }),
    services: readSetting(env, 'SERVICES') ?? ['web', 'worker', 'scheduler'],
    appUrl: readSetting(env, 'APP_URL')?.replace(/\/$/, ''),
    mail: readMail(env, host),
    platformType: readSetting(env, 'PLATFORM_TYPE') ?? 'enterprise',
    makesOrganizations: readMakesOrganizations(env),
    egressAllow: readSetting(env, 'EGRESS_ALLOW') ?? (isLoopbackHost(host) ? ollama : []),
    egressProxy: readEgressProxy(env),
    mcpCommands: readListed(env, 'MCP_COMMANDS', (file) => readMcpCommands(resolve(folder, file))),
    loaderFolders: readListed(env, 'LOADER_FOLDERS', (file) => readLoaderFolders(resolve(folder, file))),
    scraperBrowser: readBrowser(env),
    corsOrigins: readOrigins(env, 'CORS_ORIGINS'),
    frameOrigins: readOrigins(env, 'FRAME_ORIGINS'),
    trustedProxies: readSetting(env, 'TRUSTED_PROXIES') ?? readTrustProxy(env) ?? [],
    releasesUrl: readSetting(env, 'RELEASES_URL'),
    starsUrl: readStarsUrl(env),
    modelListSource: readListSource(env, folder),
    ...readAmounts(env),
    secretKeyFile: resolve(folder, readSetting(env, 'SECRET_KEY_FILE') ?? resolve(dataDir, 'secret.key')),
    logLevel: readSetting(env, 'LOG_LEVEL') ?? 'warn',
    runtimeVariables: readRuntimeVariables(env),
    warnings: [...findUnreadSettings(env), ...findPlainAddress(readSetting(env, 'APP_URL'))],
  }
}
