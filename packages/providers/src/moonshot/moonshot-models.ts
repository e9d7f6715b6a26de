/** What a model of Moonshot takes. */
export interface MoonshotModel {
  thinks: 'always' | 'by choice' | 'never'
  /** Temperature and its like are the vendor's choice: every other value is refused. */
  fixesSampling: boolean
  /** Takes how much it thinks. */
  takesEffort: boolean
}

/** By how names begin; the first that fits counts. */
const MODELS: [name: RegExp, model: MoonshotModel][] = [
  [/^kimi-k3/, { thinks: 'always', fixesSampling: true, takesEffort: true }],
  [/^kimi-k2\.[56]/, { thinks: 'by choice', fixesSampling: true, takesEffort: false }],
  [/^kimi-/, { thinks: 'always', fixesSampling: true, takesEffort: false }],
]
const OTHERS: MoonshotModel = { thinks: 'never', fixesSampling: false, takesEffort: false }

/** Names to choose from, best first. */
export const MOONSHOT_MODELS = ['kimi-k3', 'kimi-k2.7-code', 'kimi-k2.6', 'moonshot-v1-auto']

/** What the model of this name takes. */
export function moonshotModelOf(name: string): MoonshotModel {
  return MODELS.find(([begins]) => begins.test(name))?.[1] ?? OTHERS
}
