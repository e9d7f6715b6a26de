import { Accordion } from '@mantine/core'
import { type InputDefinition, isParam } from '@runnel/contract'
import { visibleInputs } from '@runnel/graph'
import { useTranslation } from 'react-i18next'
import type { ValuesFormProps } from './field-components.ts'
import { FormField } from './form-field.tsx'
import { type FieldOwner, joinPath } from './form-model.ts'
import './node-form-texts.ts'

/** The visible params of a node or of a chosen component: credential first, additional ones in a closed section. */
export function ValuesForm({ definition, path, values }: ValuesFormProps) {
  const { t } = useTranslation('node-form')
  const owner: FieldOwner = { type: definition.name, path, values, inputs: definition.inputs }
  const params = visibleInputs({ values }, definition).filter(
    (input) => isParam(input) && !isForOthers(input),
  )
  const draw = (input: InputDefinition) => (
    <FormField
      key={`${input.name}-${input.type}`}
      input={input}
      owner={owner}
      path={joinPath(path, input.name)}
      value={values[input.name]}
    />
  )
  const main = params.filter((input) => !input.additionalParams)
  const additional = params.filter((input) => input.additionalParams)
  return (
    <div className="values-form">
      {definition.credential ? draw(definition.credential) : null}
      {main.map(draw)}
      {additional.length === 0 ? null : (
        <Accordion variant="contained" className="additional-params">
          <Accordion.Item value="additional">
            <Accordion.Control>{t('additional', { count: additional.length })}</Accordion.Control>
            <Accordion.Panel>{additional.map(draw)}</Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </div>
  )
}

/** Some params are meant for other programs than this editor. */
function isForOthers({ client }: InputDefinition): boolean {
  return client !== undefined && client.length > 0 && !client.includes('agentflowv2')
}
