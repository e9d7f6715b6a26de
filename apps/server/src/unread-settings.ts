import { readTrustProxy } from './listed-settings.ts'

/** Settings of Flowise that do nothing here, and what to set instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  TRUST_PROXY: 'name your proxies in TRUSTED_PROXIES',
  NUMBER_OF_PROXIES: 'name your proxies in TRUSTED_PROXIES',
  IFRAME_ORIGINS: 'set FRAME_ORIGINS',
  DATABASE_TYPE: 'set DATABASE_URL',
  DATABASE_HOST: 'set DATABASE_URL',
  DATABASE_PATH: 'set DATA_DIR',
  SECRETKEY_PATH: 'set SECRET_KEY_FILE',
  FLOWISE_SECRETKEY_OVERWRITE: 'set SECRET_KEY_FILE',
  FLOWISE_USERNAME: 'make the first administrator on the set-up page',
  FLOWISE_PASSWORD: 'make the first administrator on the set-up page',
  STORAGE_TYPE: 'set BLOBS_URL',
  BLOB_STORAGE_PATH: 'set BLOBS_URL',
  S3_STORAGE_BUCKET_NAME: 'set BLOBS_URL',
  SMTP_HOST: 'set SMTP_URL and MAIL_FROM',
  SENDER_EMAIL: 'set MAIL_FROM',
  HTTP_DENY_LIST: 'list what may be called in EGRESS_ALLOW',
  HTTP_SECURITY_CHECK: 'list what may be called in EGRESS_ALLOW',
  GLOBAL_AGENT_HTTP_PROXY: 'set EGRESS_PROXY',
  GLOBAL_AGENT_HTTPS_PROXY: 'set EGRESS_PROXY',
  GLOBAL_AGENT_NO_PROXY: 'list what is called without the proxy in EGRESS_ALLOW',
}

/** Names each setting that is set and does nothing here, in one line that says what to do; never its value. */
export function findUnreadSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(INSTEAD).flatMap(([name, advice]) => {
    const isRead = name === 'TRUST_PROXY' && readTrustProxy(env) !== undefined
    return isRead || (env[name] ?? '').trim() === '' ? [] : [`${name} does nothing here: ${advice} instead.`]
  })
}
