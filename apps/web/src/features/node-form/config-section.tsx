import { isJsonObject, type JsonObject } from '@runnel/contract'
import { findAtPath } from '@runnel/graph'
import { useTranslation } from 'react-i18next'
import { useFieldComponents } from './field-components.ts'
import { type FieldProps, useFormModel } from './form-model.ts'

/** The settings of the component chosen in a param: its own form, its values beside the choice. */
export function ConfigSection({ input, owner, path, component }: FieldProps & { component: string }) {
  const { t } = useTranslation('node-form')
  const { find } = useFormModel()
  const { Form } = useFieldComponents()
  const definition = find(component)
  if (definition === undefined) {
    return <p className="field-error">{t('config.unknown', { component })}</p>
  }
  const rowPath = path.slice(0, path.length - input.name.length)
  const configPath = `${rowPath}${input.name}Config`
  const local = owner.path === '' ? configPath : configPath.slice(owner.path.length + 1)
  return (
    <section className="config-section" aria-label={t('config.title', { label: definition.label })}>
      <p className="config-title">{t('config.title', { label: definition.label })}</p>
      <Form definition={definition} path={configPath} values={configAt(owner.values, local)} />
    </section>
  )
}

function configAt(values: JsonObject, path: string): JsonObject {
  const config = findAtPath(values, path)
  return isJsonObject(config) ? config : {}
}
