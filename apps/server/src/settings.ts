import { z } from 'zod'
import { list, networks } from './listed-settings.ts'

const megabytes = z.coerce
  .number('megabytes, from 0 to 1000000')
  .min(0, 'megabytes, from 0 to 1000000')
  .max(1_000_000, 'megabytes, from 0 to 1000000')

const vectors = z.coerce
  .number('a number from 0 to 1000000000')
  .int('a number from 0 to 1000000000')
  .min(0, 'a number from 0 to 1000000000')
  .max(1_000_000_000, 'a number from 0 to 1000000000')

const hostPort = /^(?:code:)?(\[[0-9a-fA-F:]+\]|[^:/\s]+):\d{1,5}$/
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting by its name in the environment, and what it may be: each hint is shown behind “must be”. */
export const settings = {
  PORT: z.coerce
    .number('a port from 0 to 65535')
    .int()
    .min(0, 'a port from 0 to 65535')
    .max(65_535, 'a port from 0 to 65535'),
  HOST: z.string().min(1, 'an address to listen on, such as 127.0.0.1'),
  DATA_DIR: z.string().min(1, 'a folder'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'an address such as postgres://user:password@host:5432/database'),
  BLOBS_URL: z.string(),
  SERVICES: list.pipe(
    z
      .array(z.enum(['web', 'worker', 'scheduler'], 'a comma list of web, worker, scheduler'))
      .min(1, 'a comma list of web, worker, scheduler'),
  ),
  APP_URL: z.url({ protocol: /^https?$/, error: 'an address such as https://runnel.example.com' }),
  SMTP_URL: z.string(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
      'an address such as Runnel <runnel@example.com>',
    ),
  PLATFORM_TYPE: z.enum(['enterprise', 'cloud', 'open source'], 'enterprise, cloud or open source'),
  NEW_ORGANIZATIONS: z.enum(['yes', 'no'], 'yes or no'),
  EGRESS_ALLOW: list.pipe(z.array(z.string().regex(hostPort, 'a comma list of host:port'))),
  EGRESS_PROXY: z.string(),
  EGRESS_PROXY_NAMES: z.enum(['here', 'proxy'], 'here or proxy'),
  MCP_COMMANDS: z.string(),
  LOADER_FOLDERS: z.string(),
  SCRAPER_BROWSER: z.string(),
  CORS_ORIGINS: list.pipe(
    z.array(
      z
        .string()
        .regex(/^(\*|https?:\/\/[^/\s]+\/?)$/, 'a comma list of origins such as https://app.example.com'),
    ),
  ),
  FRAME_ORIGINS: list.pipe(
    z.array(
      z
        .string()
        .regex(
          /^('self'|'none'|\*|https?:\/\/[^/\s;]+\/?)$/,
          'a comma list of origins such as https://app.example.com',
        ),
    ),
  ),
  TRUSTED_PROXIES: networks,
  RELEASES_URL: z.url({
    protocol: /^https$/,
    error: 'an address such as https://api.github.com/repos/OWNER/NAME/releases/latest',
  }),
  STARS_URL: z.url({
    protocol: /^https$/,
    error: 'an address such as https://api.github.com/repos/OWNER/NAME',
  }),
  MODEL_LIST_CONFIG_JSON: z.string(),
  RUN_RETENTION_DAYS: z.coerce
    .number('days, from 1 to 36500')
    .int('days, from 1 to 36500')
    .min(1, 'days, from 1 to 36500')
    .max(36_500, 'days, from 1 to 36500'),
  DRAIN_SECONDS: z.coerce
    .number('seconds, from 0 to 3600')
    .int('seconds, from 0 to 3600')
    .min(0, 'seconds, from 0 to 3600')
    .max(3_600, 'seconds, from 0 to 3600'),
  CALLERS_AT_ONCE: z.coerce
    .number('a number from 1 to 100000')
    .int('a number from 1 to 100000')
    .min(1, 'a number from 1 to 100000')
    .max(100_000, 'a number from 1 to 100000'),
  STRANGERS_FLOW_MB: megabytes,
  STRANGERS_FLOW_VECTORS: vectors,
  STRANGERS_SESSION_MB: megabytes,
  STRANGERS_SESSION_VECTORS: vectors,
  SECRET_KEY_FILE: z.string().min(1, 'a file'),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`),
} as const

/** The name of a setting. */
export type SettingName = keyof typeof settings
