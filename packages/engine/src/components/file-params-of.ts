import type { NodeDefinition } from '@runnel/contract'
import type { Component } from '@runnel/node-kit'

/** Which params of a component hold files, as far as it has any. */
export function fileParamsOf({ inputs }: NodeDefinition): Pick<Component, 'fileParams'> {
  const fileParams = inputs.filter(({ type }) => type === 'file').map(({ name }) => name)
  return fileParams.length === 0 ? {} : { fileParams }
}
