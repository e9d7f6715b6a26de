import { afterEach, expect, test, vi } from 'vitest'
import { canConnect } from './services/can-connect.ts'
import { startTestServices } from './test-services.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the services are a PostgreSQL that answers, a Chromium and a Redis', async () => {
  const services = await startTestServices()
  expect(await canConnect(services.environment.TEST_DATABASE_URL)).toBe(true)
  // The one without windows stands beside the whole one, never for it.
  expect(services.environment.CHROMIUM_PATH).toMatch(/chrom(?!.*shell)/i)
  expect(services.environment.REDIS_PATH).toMatch(/redis-server$/)
  await services.stop()
})

test('a TEST_DATABASE_URL that does not answer is said, not replaced', async () => {
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://postgres@127.0.0.1:9/postgres')
  await expect(startTestServices()).rejects.toThrow(
    'TEST_DATABASE_URL names a PostgreSQL that does not answer',
  )
})

test('a CHROMIUM_PATH that is no program is said, not replaced', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/no/such/program')
  await expect(startTestServices()).rejects.toThrow('CHROMIUM_PATH=/no/such/program is no program')
})

test('a REDIS_PATH that is no program is said, not replaced', async () => {
  vi.stubEnv('REDIS_PATH', '/no/such/program')
  await expect(startTestServices()).rejects.toThrow('REDIS_PATH=/no/such/program is no program')
})
