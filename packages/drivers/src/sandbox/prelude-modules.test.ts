import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import { preludeSources } from './prelude-sources.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const sandbox = createSandbox({ childPath, maxChildren: 2, limits: { timeoutMs: 10_000 } })

afterAll(() => sandbox.close())

const modules = Object.keys(preludeSources)

test('all sources are there, without their types', () => {
  expect(modules).toEqual(expect.arrayContaining(['install.ts', 'url.ts', 'buffer.ts', 'axios.ts']))
  expect(modules.filter((name) => /test|fixture/.test(name))).toEqual([])
  expect(modules.length).toBeLessThan(readdirSync(join(import.meta.dirname, 'prelude')).length)
  expect(Object.values(preludeSources).join()).not.toMatch(/import type|interface /)
})

describe('the user’s code can import no module of the prelude', () => {
  const useAll = 'new URL("http://a/"), Buffer.from("a"), btoa("a"), new Headers(), axios, new TextEncoder();'

  test.each(modules.flatMap((name) => [name, `./${name}`]))('%s', async (name) => {
    const code = `${useAll} try { return Object.keys(await import(${JSON.stringify(name)})) } catch (e) { return 'refused' }`
    expect((await sandbox.run({ code, globals: {} })).value).toBe('refused')
  })

  test('nor while a part is being evaluated', async () => {
    const code = `
      let found = []
      const look = () => import('./call-host.ts').then((it) => found.push(...Object.keys(it)), () => {})
      const { getOwnPropertyDescriptor, getOwnPropertyNames } = Object
      for (const owner of [Map.prototype, Object, String.prototype, Set.prototype]) {
        for (const key of getOwnPropertyNames(owner)) {
          const own = getOwnPropertyDescriptor(owner, key).value
          if (typeof own !== 'function' || key === 'constructor') continue
          try { owner[key] = function (...args) { look(); return own.apply(this, args) } } catch {}
        }
      }
      ${useAll}
      await look()
      await look()
      return found`
    expect((await sandbox.run({ code, globals: {} })).value).toEqual([])
  })
})

test('names of classes and functions are those that programs look at', async () => {
  const code =
    'return [URL, URLSearchParams, TextEncoder, TextDecoder, Buffer, Headers, fetch, btoa, atob].map((it) => it.name)'
  expect((await sandbox.run({ code, globals: {} })).value).toEqual([
    'URL',
    'URLSearchParams',
    'TextEncoder',
    'TextDecoder',
    'Buffer',
    'Headers',
    'fetch',
    'btoa',
    'atob',
  ])
})

test('parts that are asked for again and again are evaluated once', async () => {
  const code = `
    const { URL: first } = require('url')
    for (let at = 0; at < 10_000; at += 1) if (require('url').URL !== first) return at
    return first === URL`
  expect((await sandbox.run({ code, globals: {} })).value).toBe(true)
})
