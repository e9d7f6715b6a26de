import { Tabs } from '@mantine/core'
import { useFieldComponents } from '../field-components.ts'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { findActiveTab } from './find-active-tab.ts'

/** Fields of which one at a time is used; the active tab is kept with the node. */
export function TabsField({ input, owner, path }: FieldProps) {
  const model = useFormModel()
  const { Field } = useFieldComponents()
  const tabs = input.tabs ?? []
  const { key, active } = findActiveTab(input, model.nodeId, owner.values)
  const prefix = path.slice(0, path.length - input.name.length)
  return (
    <Tabs
      value={active}
      onChange={(next) => setValue(model, `${prefix}${key}`, next ?? '')}
      className="field"
    >
      <Tabs.List aria-label={input.label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.name} value={tab.name} pt="xs">
          <Field input={tab} owner={owner} path={`${prefix}${tab.name}`} value={owner.values[tab.name]} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
