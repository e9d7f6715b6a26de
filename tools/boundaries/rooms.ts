/** A room of the repository and everything that its sources may import beside their own files. */
export interface Room {
  readonly name: string
  /** Folder from the repository's root, with forward slashes. */
  readonly folder: string
  /** Rooms whose front door (`src/index.ts`) or named doors it may enter. */
  readonly mayEnter: readonly string[]
  /** Those of `mayEnter` of which it may take types only. */
  readonly typesOnlyFrom?: readonly string[]
  /** Packages it may import; an entry that ends in `/` stands for a whole scope. */
  readonly libraries: readonly string[]
  /** Node's own modules: all of them, none, or all but those named. */
  readonly nodeCore: 'all' | 'none' | { readonly allBut: readonly string[] }
  /** Sub-folders of `src` in which each folder is closed to its neighbours. */
  readonly closedFolders?: readonly string[]
  /** Arrows between closed folders, by folder name: who stands on whom. They point one way only. */
  readonly folderArrows?: Readonly<Record<string, readonly string[]>>
  /** Folders among closed ones on which their neighbours stand. */
  readonly openFolders?: readonly string[]
  /**
   * Whether its closed folders are families, each of folders of their own: what a family shares lies beside these, what
   * several families share in another room.
   */
  readonly hasFamilies?: true
  /** Whether the files beside closed folders are the ground on which these stand: all but the door enter none of them. */
  readonly hasGround?: true
}

const NETWORK_CORE = ['http', 'https', 'http2', 'net', 'tls', 'dgram']

/** The table "who may import whom" of the architecture; every boundary rule is made from it. */
export const ROOMS: readonly Room[] = [
  { name: 'contract', folder: 'packages/contract', mayEnter: [], libraries: ['zod'], nodeCore: 'none' },
  { name: 'graph', folder: 'packages/graph', mayEnter: ['contract'], libraries: [], nodeCore: 'none' },
  { name: 'access', folder: 'packages/access', mayEnter: ['contract'], libraries: [], nodeCore: 'none' },
  {
    name: 'node-kit',
    folder: 'packages/node-kit',
    mayEnter: ['contract'],
    libraries: ['zod', 'gpt-tokenizer', 'aws4fetch', 'js-yaml'],
    nodeCore: 'none',
  },
  {
    name: 'engine',
    folder: 'packages/engine',
    mayEnter: ['contract', 'graph', 'node-kit'],
    typesOnlyFrom: ['node-kit'],
    libraries: [],
    nodeCore: 'none',
  },
  {
    name: 'nodes',
    folder: 'packages/nodes',
    mayEnter: ['contract', 'markup', 'node-kit'],
    libraries: ['@streamparser/json'],
    nodeCore: 'none',
    closedFolders: ['src'],
    hasFamilies: true,
  },
  {
    name: 'providers',
    folder: 'packages/providers',
    mayEnter: ['contract', 'node-kit'],
    libraries: ['ai', '@ai-sdk/', 'eventsource-parser'],
    nodeCore: 'none',
    closedFolders: ['src'],
    openFolders: ['src/ai-sdk'],
  },
  {
    name: 'drivers',
    folder: 'packages/drivers',
    mayEnter: ['contract', 'markup'],
    libraries: [
      'quickjs-emscripten',
      'quickjs-emscripten-core',
      '@jitl/',
      'undici',
      'pg-boss',
      'pg',
      's3mini',
      'fflate',
      'unpdf',
      'otpauth',
      'nodemailer',
      'mysql2',
      'bson',
      '@ai-sdk/mcp',
      'openid-client',
      '@node-saml/node-saml',
      '@simplewebauthn/server',
    ],
    nodeCore: 'all',
  },
  {
    name: 'db',
    folder: 'packages/db',
    mayEnter: ['contract', 'access'],
    libraries: ['kysely', 'pg', 'pg-cursor', 'sqlite-vec'],
    nodeCore: { allBut: NETWORK_CORE },
  },
  {
    name: 'operations',
    folder: 'packages/operations',
    mayEnter: ['contract', 'graph', 'engine', 'access', 'db', 'drivers', 'node-kit'],
    typesOnlyFrom: ['node-kit'],
    libraries: ['cron-parser'],
    nodeCore: { allBut: NETWORK_CORE },
    closedFolders: ['src'],
    folderArrows: {
      accounts: ['mails', 'people', 'templates'],
      auth: ['accounts', 'audit', 'mails', 'templates'],
      chat: ['credentials', 'files', 'flows', 'runs', 'speech', 'uploads'],
      'document-stores': [
        'credentials',
        'files',
        'flows',
        'ingestion',
        'nodes',
        'runs',
        'store-work',
        'uploads',
      ],
      executions: ['runs'],
      credentials: ['connections', 'shares'],
      flows: ['credentials', 'files', 'speech', 'uploads'],
      ingestion: ['chat', 'files', 'flows', 'runs', 'uploads', 'vectors'],
      maintenance: [
        'accounts',
        'connections',
        'credentials',
        'flows',
        'mails',
        'mcp-servers',
        'runs',
        'sign-on',
        'uploads',
        'workspaces',
      ],
      nodes: ['credentials', 'custom-tools', 'flows', 'mcp-servers', 'variables'],
      people: ['mails'],
      provisioning: ['sign-on'],
      roles: ['sign-on'],
      runs: [
        'credentials',
        'custom-tools',
        'files',
        'flows',
        'mcp-servers',
        'speech',
        'store-work',
        'uploads',
        'variables',
        'vectors',
      ],
      'mcp-servers': ['credentials'],
      vectors: ['flows', 'store-work'],
      'sign-on': ['accounts', 'audit', 'auth', 'mails'],
      speech: ['credentials'],
      templates: ['flows', 'shares'],
      uploads: ['files', 'speech'],
      workspaces: ['auth', 'flows', 'people', 'uploads'],
    },
    hasGround: true,
  },
  { name: 'client', folder: 'packages/client', mayEnter: ['contract'], libraries: [], nodeCore: 'none' },
  {
    name: 'markdown',
    folder: 'packages/markdown',
    mayEnter: [],
    libraries: [
      '@types/mdast',
      'mdast-util-from-markdown',
      'mdast-util-gfm',
      'micromark-core-commonmark',
      'micromark-extension-gfm',
      'micromark-util-types',
    ],
    nodeCore: 'none',
  },
  { name: 'markup', folder: 'packages/markup', mayEnter: [], libraries: ['htmlparser2'], nodeCore: 'none' },
  {
    name: 'web',
    folder: 'apps/web',
    mayEnter: ['contract', 'graph', 'access', 'client', 'markdown'],
    libraries: [
      'react',
      'react-dom',
      '@mantine/',
      '@simplewebauthn/browser',
      '@tanstack/',
      '@xyflow/',
      'zustand',
      'i18next',
      'react-i18next',
      '@codemirror/',
      '@lezer/',
      '@tabler/',
      '@fontsource-variable/',
      'temml',
      'uqr',
      // Of its build alone.
      'vite',
      '@vitejs/',
    ],
    nodeCore: 'none',
    closedFolders: ['src/features', 'src/features/canvas'],
    folderArrows: {
      canvas: [
        'api-samples',
        'api-keys',
        'chat',
        'credentials',
        'node-form',
        'palette',
        'problems',
        'run-state',
        'save-template',
        'upserts',
        'variables',
      ],
      'api-samples': ['chat'],
      chat: ['run-state'],
      executions: ['chat'],
      'flow-list': ['save-template'],
      marketplace: ['canvas', 'flow-list', 'save-template', 'sharing'],
      credentials: ['node-form', 'sharing'],
      'custom-tools': ['node-form', 'variables'],
      'document-stores': ['api-samples', 'credentials', 'node-form', 'palette', 'upserts'],
      provisioning: ['people'],
      // Inside of the canvas.
      editor: ['api', 'dialogs', 'editing', 'header', 'panels', 'saving', 'session', 'view'],
      header: ['editing', 'filling', 'panels', 'session'],
      filling: ['session'],
      documents: ['dialogs', 'session'],
      panels: ['documents', 'inspector', 'session', 'speech'],
      speech: ['dialogs', 'session'],
      dialogs: ['editing', 'session', 'view'],
      inspector: ['dialogs', 'editing', 'session'],
      saving: ['editing', 'session'],
      preview: ['editing', 'editor', 'header', 'panels', 'session', 'view'],
      view: ['editing', 'layout', 'session'],
      editing: ['layout', 'session'],
      api: ['session'],
    },
  },
  {
    name: 'server',
    folder: 'apps/server',
    mayEnter: [
      'contract',
      'graph',
      'engine',
      'access',
      'node-kit',
      'nodes',
      'providers',
      'db',
      'drivers',
      'operations',
      'client',
    ],
    libraries: [
      'fastify',
      '@fastify/',
      'fastify-type-provider-zod',
      'find-my-way',
      'helmet',
      'openapi-types',
      'zod',
      'pino',
    ],
    nodeCore: 'all',
  },
  {
    name: 'e2e',
    folder: 'e2e',
    // Of nodes and providers only the fakes of what they call, of the drivers only servers, by their doors for tests.
    mayEnter: ['client', 'contract', 'drivers', 'nodes', 'providers'],
    libraries: ['playwright-core', '@axe-core/playwright', '@modelcontextprotocol/sdk', 'pg', 'vitest'],
    nodeCore: 'all',
  },
  {
    name: 'bench',
    folder: 'bench',
    // Of access only its check, whose price is a figure of its own; of the drivers only what tests draw documents and start providers with.
    mayEnter: ['access', 'client', 'contract', 'drivers'],
    libraries: ['autocannon', '@dbos-inc/', '@electric-sql/', 'pg', 'playwright-core'],
    nodeCore: 'all',
  },
  {
    name: 'tools',
    folder: 'tools',
    mayEnter: [],
    libraries: ['dependency-cruiser', '@swc/core', 'scslre', 'vitest'],
    nodeCore: 'all',
  },
  {
    name: 'scripts',
    folder: 'scripts',
    mayEnter: [],
    libraries: ['rolldown', 'vite', 'vitest', 'pg'],
    nodeCore: 'all',
  },
]

/**
 * The room of that name.
 * @throws Error when the table has no such room.
 */
export function getRoom(name: string): Room {
  const room = ROOMS.find((candidate) => candidate.name === name)
  if (!room) throw new Error(`tools/boundaries/rooms.ts has no room "${name}".`)
  return room
}
