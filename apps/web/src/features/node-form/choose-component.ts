import { initialValues } from '@runnel/graph'
import type { FormModel } from './form-model.ts'

/** Chooses a component in a param: its settings begin with their defaults, those of another one are gone. */
export function chooseComponent(model: FormModel, path: string, type: string): void {
  const definition = model.find(type)
  model.change([
    { kind: 'set', path, value: type },
    ...(definition
      ? [{ kind: 'set' as const, path: `${path}Config`, value: initialValues(definition) }]
      : []),
  ])
}
