import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type RoomManifest, readManifest } from './read-doors.ts'
import { ROOMS, type Room } from './rooms.ts'

const SCOPE = '@runnel/'
const ROOMS_WITHOUT_MANIFEST = new Set(['tools', 'scripts'])

/**
 * Compares the table of rooms with what npm and the compiler are told: each room's package.json may depend only
 * on rooms that it may enter, and the references of its tsconfig files name exactly those.
 * Returns one sentence per difference.
 */
export async function findRoomMismatches(root: string): Promise<string[]> {
  const rooms = ROOMS.filter((room) => !ROOMS_WITHOUT_MANIFEST.has(room.name))
  return (await Promise.all(rooms.map((room) => findMismatchesOf(root, room)))).flat()
}

async function findMismatchesOf(root: string, room: Room): Promise<string[]> {
  const manifest = await readManifest(join(root, room.folder, 'package.json'))
  const needed = roomsIn(manifest.dependencies)
  const neededByTests = [...new Set([...needed, ...roomsIn(manifest.devDependencies)])]
  const forbidden = neededByTests.filter((name) => !room.mayEnter.includes(name))
  const sources = await readReferences(root, room, 'tsconfig.json')
  const tests = await readReferences(root, room, 'tsconfig.test.json')
  return [
    ...forbidden.map((name) => `${room.folder}/package.json depends on ${name}, which it may not enter.`),
    ...describeDifference(`${room.folder}/tsconfig.json`, needed.map(folderOf), sources ?? []),
    ...(tests
      ? describeDifference(`${room.folder}/tsconfig.test.json`, testReferences(room, neededByTests), tests)
      : []),
  ]
}

function testReferences(room: Room, needed: readonly string[]): string[] {
  const projects = needed.flatMap((name) => [folderOf(name), `${folderOf(name)}/tsconfig.test.json`])
  return [`${room.folder}/tsconfig.json`, ...projects]
}

function describeDifference(file: string, expected: readonly string[], actual: readonly string[]): string[] {
  return [
    ...expected
      .filter((path) => !actual.includes(path))
      .map((path) => `${file} lacks a reference to ${path}.`),
    ...actual
      .filter((path) => !expected.includes(path))
      .map((path) => `${file} refers to ${path} without need.`),
  ]
}

function roomsIn(dependencies: RoomManifest['dependencies']): string[] {
  const names = Object.keys(dependencies ?? {}).filter((name) => name.startsWith(SCOPE))
  return names.map((name) => name.slice(SCOPE.length))
}

function folderOf(name: string): string {
  return ROOMS.find((room) => room.name === name)?.folder ?? `unknown room ${name}`
}

async function readReferences(root: string, room: Room, file: string): Promise<string[] | undefined> {
  const text = await readFile(join(root, room.folder, file), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { references = [] } = JSON.parse(text) as { references?: { path: string }[] }
  return references.map((reference) => posix.join(room.folder, reference.path))
}
