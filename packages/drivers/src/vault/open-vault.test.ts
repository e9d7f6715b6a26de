import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addVaultKey, dropOldVaultKeys, openVault } from './open-vault.ts'
import { Secret } from './secret.ts'

let folder: string
let keyFile: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runnel-vault-'))
  keyFile = join(folder, 'key')
})

afterEach(() => rm(folder, { recursive: true }))

describe('sealing', () => {
  test('what was sealed opens in the same context, also empty and non-Latin texts', async () => {
    const vault = await openVault({ keyFile, create: true })
    for (const plain of ['', 'sk-123', 'schlüssel 🔑', 'x'.repeat(100_000)]) {
      expect(vault.open(vault.seal(plain, 'credential:1'), 'credential:1')).toBe(plain)
    }
  })

  test('the same text seals differently each time and never shows itself', async () => {
    const vault = await openVault({ keyFile, create: true })
    const sealed = [vault.seal('sk-canary', 'a'), vault.seal('sk-canary', 'a')]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(sealed.join()).not.toContain('sk-canary')
    expect(sealed.join()).not.toContain(Buffer.from('sk-canary').toString('base64url'))
  })

  test('a record moved to another context is refused', async () => {
    const vault = await openVault({ keyFile, create: true })
    const sealed = vault.seal('sk-1', 'credential:1')
    expect(() => vault.open(sealed, 'credential:2')).toThrow(
      expect.objectContaining({ code: 'key_mismatch' }),
    )
  })

  test('a record with one changed character is refused, wherever it is', async () => {
    const vault = await openVault({ keyFile, create: true })
    const sealed = vault.seal('sk-1', 'c')
    for (let at = 0; at < sealed.length - 1; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
      expect(() => vault.open(changed, 'c'), `position ${at}`).toThrow(
        expect.objectContaining({ code: 'key_mismatch' }),
      )
    }
  })
})

describe('the key file', () => {
  test('is made once with mode 0600 and 32 random bytes', async () => {
    const first = await openVault({ keyFile, create: true })
    const again = await openVault({ keyFile, create: true })
    expect(again.open(first.seal('x', 'c'), 'c')).toBe('x')
    const key = (await readFile(keyFile, 'utf8')).trim().split('\n').at(-1) ?? ''
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  })

  test('two processes that start at once end with one key', async () => {
    const [a, b] = await Promise.all([
      openVault({ keyFile, create: true }),
      openVault({ keyFile, create: true }),
    ])
    const c = await openVault({ keyFile })
    expect([a?.currentKeyId, b?.currentKeyId]).toContain(c.currentKeyId)
  })

  test('is not made unless asked for', async () => {
    await expect(openVault({ keyFile })).rejects.toMatchObject({
      code: 'key_mismatch',
      message: expect.stringContaining(keyFile),
    })
  })

  test.each(['', '# only a comment\n', 'too short\n', `${Buffer.alloc(31).toString('base64')}\n`])(
    'that holds %j is refused',
    async (text) => {
      await writeFile(keyFile, text)
      await expect(openVault({ keyFile, create: true })).rejects.toMatchObject({ code: 'key_mismatch' })
    },
  )
})

describe('the key check', () => {
  test('passes with the same key and names the mismatch with another', async () => {
    const stored = (await openVault({ keyFile, create: true })).createKeyCheck()
    const same = await openVault({ keyFile })
    expect(() => same.assertKeyCheck(stored)).not.toThrow()
    const other = await openVault({ keyFile: join(folder, 'other'), create: true })
    expect(() => other.assertKeyCheck(stored)).toThrow(/encryption key does not match/)
  })
})

describe('rotation', () => {
  test('half-way every record is readable; afterwards the old key can go', async () => {
    const before = await openVault({ keyFile, create: true })
    const records = ['one', 'two', 'three'].map((plain) => before.seal(plain, 'c'))
    await addVaultKey(keyFile)
    const during = await openVault({ keyFile })
    const halfWay = records.map((record, at) => (at < 1 ? during.rotate(record, 'c') : record))
    expect(halfWay.map((record) => during.open(record, 'c'))).toEqual(['one', 'two', 'three'])
    expect(halfWay.map((record) => during.needsRotation(record))).toEqual([false, true, true])
    const rotated = halfWay.map((record) => during.rotate(record, 'c'))
    await dropOldVaultKeys(keyFile, during.currentKeyId)
    const after = await openVault({ keyFile })
    expect(rotated.map((record) => after.open(record, 'c'))).toEqual(['one', 'two', 'three'])
    expect(() => after.open(records[0] ?? '', 'c')).toThrow(/does not match/)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  })

  test('that ends late leaves the key of one that began meanwhile, and no copies of keys', async () => {
    const before = await openVault({ keyFile, create: true })
    await addVaultKey(keyFile)
    const during = await openVault({ keyFile })
    await addVaultKey(keyFile)
    const later = await openVault({ keyFile })
    await writeFile(`${keyFile}.0123456789ab.new`, 'left by a process that was killed')
    await writeFile(`${keyFile}.mine`, 'not ours')
    await dropOldVaultKeys(keyFile, during.currentKeyId)
    const after = await openVault({ keyFile })
    expect(after.currentKeyId).toBe(later.currentKeyId)
    expect(after.open(during.seal('one', 'c'), 'c')).toBe('one')
    expect(() => after.open(before.seal('one', 'c'), 'c')).toThrow(/does not match/)
    expect((await readdir(folder)).toSorted()).toEqual(['key', 'key.mine'])
    await expect(dropOldVaultKeys(keyFile, before.currentKeyId)).rejects.toThrow(/does not hold key/)
  })
})

describe('Secret', () => {
  test('shows itself as dots in every form, and only the vault reveals it', async () => {
    const vault = await openVault({ keyFile, create: true })
    const secret = vault.openSecret(vault.seal('sk-canary', 'c'), 'c')
    const shown = [
      JSON.stringify({ secret }),
      String(secret),
      `${secret}`,
      inspect(secret, { showHidden: true, depth: 9 }),
      inspect({ nested: [secret] }),
      JSON.stringify(Object.getOwnPropertyDescriptors(secret)),
      JSON.stringify({ ...secret }),
    ]
    for (const text of shown) expect(text).not.toContain('canary')
    expect(JSON.stringify({ secret })).toBe('{"secret":"•••"}')
    expect(vault.reveal(secret)).toBe('sk-canary')
    expect(() => vault.reveal(new Secret())).toThrow(TypeError)
  })
})
