import type { IForbiddenRuleType } from 'dependency-cruiser'
import { getRoom, ROOMS, type Room } from './rooms.ts'

/** Files that only tests load: tests themselves, behaviour suites, fixtures and testing doors. */
const TEST_ONLY_FILE = String.raw`(\.(test|behaviour|fixture)\.tsx?$|/src/testing(\.ts$|/)|/__fixtures__/)`

/** Has a rule of its own. */
const UNRESOLVED_PATH = String.raw`^\.`

const RULES_FOR_ALL: readonly IForbiddenRuleType[] = [
  {
    name: 'no-cycle',
    comment: 'Files of a cycle cannot be read or tested one by one. Move what both need below them.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolved-import',
    comment: 'The import leads nowhere: add the package to the room that uses it, or correct the path.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'tests-only',
    comment: 'What only tests may load has no place in the product.',
    from: { pathNot: [TEST_ONLY_FILE, '^(e2e|bench|tools|scripts)/', String.raw`\.config\.ts$`] },
    to: { path: [TEST_ONLY_FILE, packagePattern('vitest'), packagePattern('fast-check')] },
  },
]

/** Makes the rules of dependency-cruiser that hold the table of rooms; `doors` names each room's entry files. */
export function makeBoundaryRules(doors: ReadonlyMap<string, readonly string[]>): IForbiddenRuleType[] {
  const roomRules = ROOMS.flatMap((room) => [
    ...makeImportRules(room, doors),
    ...makeTypesOnlyRules(room),
    ...makeClosedFolderRules(room),
    ...makeGroundRules(room),
    ...makeFamilyRules(room),
    ...makeInsideRules(room),
  ])
  return [...RULES_FOR_ALL, ...roomRules].map((rule) => ({ severity: 'error', ...rule }))
}

function makeImportRules(room: Room, doors: ReadonlyMap<string, readonly string[]>): IForbiddenRuleType[] {
  const open = room.mayEnter.flatMap((name) => doors.get(name) ?? []).map(filePattern)
  const own = `^${room.folder}/`
  return [
    {
      name: `${room.name}-imports`,
      comment: `${room.folder} may import what tools/boundaries/rooms.ts lists for it, and nothing else.`,
      from: { path: own, pathNot: [TEST_ONLY_FILE] },
      to: {
        pathNot: [own, UNRESOLVED_PATH, ...open, ...room.libraries.map(packagePattern)],
        ...(room.nodeCore === 'none' ? {} : { dependencyTypesNot: ['core' as const] }),
      },
    },
    {
      name: `${room.name}-tests`,
      comment: `Tests of ${room.folder} enter the same rooms as it does, by their doors; packages are free.`,
      from: { path: `${own}.*${TEST_ONLY_FILE}` },
      to: { path: '^(packages|apps|e2e|bench|tools|scripts)/', pathNot: [own, ...open] },
    },
    ...(typeof room.nodeCore === 'object' ? [makeCoreRule(room, room.nodeCore.allBut)] : []),
  ]
}

function makeCoreRule(room: Room, banned: readonly string[]): IForbiddenRuleType {
  return {
    name: `${room.name}-network`,
    comment: `${room.folder} opens no connection itself: that is the work of packages/drivers and apps/server.`,
    from: { path: `^${room.folder}/`, pathNot: [TEST_ONLY_FILE] },
    to: { path: `^(node:)?(${banned.join('|')})$`, dependencyTypes: ['core'] },
  }
}

function makeTypesOnlyRules(room: Room): IForbiddenRuleType[] {
  return (room.typesOnlyFrom ?? []).map((name) => ({
    name: `${room.name}-types-only`,
    comment: `${room.folder} may take only types from ${name}: write \`import type\`.`,
    from: { path: `^${room.folder}/`, pathNot: [TEST_ONLY_FILE] },
    to: { path: `^${getRoom(name).folder}/`, dependencyTypesNot: ['type-only'] },
  }))
}

function makeClosedFolderRules(room: Room): IForbiddenRuleType[] {
  const open = (room.openFolders ?? []).map((folder) => `^${room.folder}/${folder}/`)
  return (room.closedFolders ?? []).flatMap((folder) => {
    const base = `^${room.folder}/${folder}`
    const arrows = Object.entries(room.folderArrows ?? {})
    const named = arrows.map(([name]) => name).join('|')
    const ruleFrom = (from: string, allowed: readonly string[]): IForbiddenRuleType => ({
      name: `${room.name}-neighbours`,
      comment: `Folders of ${room.folder}/${folder} know each other only by the arrows of the table, so that each can be taken away.`,
      from: { path: from },
      to: { path: `${base}/[^/]+/`, pathNot: [...allowed, `^${room.folder}/src/testing/`, ...open] },
    })
    return [
      ruleFrom(named === '' ? `${base}/([^/]+)/` : `${base}/((?!(?:${named})/)[^/]+)/`, [`${base}/$1/`]),
      ...arrows.map(([name, targets]) =>
        ruleFrom(
          `${base}/${name}/`,
          [name, ...targets].map((to) => `${base}/${to}/`),
        ),
      ),
    ]
  })
}

function makeGroundRules(room: Room): IForbiddenRuleType[] {
  if (room.hasGround !== true) return []
  return (room.closedFolders ?? []).map((folder) => ({
    name: `${room.name}-ground`,
    comment: `Files beside the folders of ${room.folder}/${folder} carry them and know none of them.`,
    from: { path: `^${room.folder}/${folder}/(?!index\\.ts$)[^/]+$`, pathNot: [TEST_ONLY_FILE] },
    to: { path: `^${room.folder}/${folder}/[^/]+/` },
  }))
}

function makeFamilyRules(room: Room): IForbiddenRuleType[] {
  if (room.hasFamilies !== true) return []
  return (room.closedFolders ?? []).flatMap((folder) => {
    const base = `^${room.folder}/${folder}`
    return [
      {
        name: `${room.name}-shared`,
        comment: `What several families of ${room.folder}/${folder} share lies in a room below.`,
        from: { path: `${base}/[^/]+/`, pathNot: [TEST_ONLY_FILE] },
        to: { path: `${base}/[^/]+$` },
      },
      {
        name: `${room.name}-sisters`,
        comment:
          'What a family shares lies in the folder of the family, so that each of its folders can be taken away.',
        from: { path: `${base}/([^/]+)/([^/]+)/`, pathNot: [TEST_ONLY_FILE] },
        to: { path: `${base}/$1/[^/]+/`, pathNot: [`${base}/$1/$2/`] },
      },
    ]
  })
}

function makeInsideRules(room: Room): IForbiddenRuleType[] {
  const inside = `^${room.folder}/src/`
  return [
    {
      name: `${room.name}-own-barrel`,
      comment: 'Inside a room the file itself is imported, not the room’s own index.',
      from: { path: inside },
      to: { path: `${inside}index\\.ts$` },
    },
    {
      name: `${room.name}-relative-leap`,
      comment: 'Another room is entered by its package name, not by a path across the repository.',
      from: { path: `^${room.folder}/` },
      to: {
        path: '^(packages|apps)/',
        pathNot: `^${room.folder}/`,
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased-workspace'],
      },
    },
  ]
}

function filePattern(file: string): string {
  return `^${file.replaceAll('.', String.raw`\.`)}$`
}

function packagePattern(name: string): string {
  return name.endsWith('/') ? `(^|node_modules/)${name}` : `(^|node_modules/)${name}(/|$)`
}
