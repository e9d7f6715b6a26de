/** The kind of data under which a dragged type of node travels from the palette to the canvas. */
export const DRAGGED_NODE_TYPE = 'application/x-runnel-node-type'
