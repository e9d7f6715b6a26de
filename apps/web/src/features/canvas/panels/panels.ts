import { IconAlertTriangle, IconMessage, IconPlus } from '@tabler/icons-react'
import type { PanelEntry } from './panel-entry.ts'

const PANELS = [
  {
    id: 'palette',
    title: 'palette.title',
    side: 'left',
    key: 'a',
    opensFirst: true,
    closes: ['problems'],
    isThere: ({ isReadOnly }) => !isReadOnly,
    button: { icon: IconPlus, words: () => [{ key: 'header.add' }] },
    load: async () => (await import('./palette-panel.tsx')).PalettePanel,
  },
  {
    id: 'problems',
    title: 'problems.title',
    side: 'left',
    key: 'p',
    closes: ['palette'],
    texts: ['problems'],
    button: {
      icon: IconAlertTriangle,
      words: ({ problems, repairs }) => [
        { key: 'header.problems', count: problems },
        ...(repairs === 0 ? [] : [{ key: 'header.repairs' as const, count: repairs }]),
      ],
      count: ({ problems, repairs }) => problems + repairs,
    },
    load: async () => (await import('./flow-problems-panel.tsx')).FlowProblemsPanel,
  },
  {
    id: 'steps',
    title: 'run.title',
    side: 'below',
    load: async () => (await import('./steps-panel.tsx')).StepsPanel,
  },
  {
    id: 'inspector',
    title: 'inspector.region',
    side: 'right',
    isOpen: ({ inspected }) => inspected !== undefined,
    texts: ['node-form', 'problems'],
    load: async () => (await import('./inspector-panel.tsx')).InspectorPanel,
  },
  {
    id: 'chat',
    title: 'header.chat',
    side: 'right',
    key: 't',
    // The canvas wants its room.
    closes: ['palette'],
    texts: ['chat'],
    button: { icon: IconMessage, isWide: true, words: () => [{ key: 'header.chat' }] },
    load: async () => (await import('./flow-chat-panel.tsx')).FlowChatPanel,
  },
] as const satisfies readonly PanelEntry[]

/** The id of a panel. */
export type PanelId = (typeof PANELS)[number]['id']

/** Every panel, from left to right as their buttons stand in the header. A new one is a file and an entry above. */
export const panelEntries: readonly (PanelEntry & { id: PanelId })[] = PANELS
