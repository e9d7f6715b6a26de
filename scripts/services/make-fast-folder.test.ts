import { rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { makeFastFolder } from './make-fast-folder.ts'

test('a folder of its own each time, through which the user of a database may go', () => {
  const folders = [makeFastFolder(), makeFastFolder()]
  expect(folders[0]).not.toBe(folders[1])
  for (const folder of folders) {
    expect(statSync(folder).mode & 0o777).toBe(0o711)
    rmSync(folder, { recursive: true })
  }
})

test('lies on the disk where there is little memory', () => {
  const memory = vi.spyOn(process, 'availableMemory').mockReturnValue(2 * 1024 ** 3)
  const folder = makeFastFolder()
  memory.mockRestore()
  expect(folder.startsWith(tmpdir())).toBe(true)
  rmSync(folder, { recursive: true })
})
