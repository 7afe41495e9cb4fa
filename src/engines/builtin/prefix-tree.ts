/** A place in a tree of words: what begins with the same units goes the same way. */
export interface PrefixNode<Held> {
  /** What is held for the word that ends here. */
  held: Held | undefined
  /** Most nodes have one child: it lies here, where no table has to be asked. */
  firstCode: number
  first: PrefixNode<Held> | undefined
  others: Map<number, PrefixNode<Held>> | undefined
}

export function newPrefixTree<Held>(): PrefixNode<Held> {
  return { held: undefined, firstCode: -1, first: undefined, others: undefined }
}

export function nextNode<Held>(node: PrefixNode<Held>, code: number): PrefixNode<Held> | undefined {
  return node.firstCode === code ? node.first : node.others?.get(code)
}

/** Where a word ends in the tree; the way there is made where it is new. */
export function nodeOf<Held>(root: PrefixNode<Held>, word: string): PrefixNode<Held> {
  let node = root
  for (let index = 0; index < word.length; index += 1) node = child(node, word.charCodeAt(index))
  return node
}

function child<Held>(node: PrefixNode<Held>, code: number): PrefixNode<Held> {
  const known = nextNode(node, code)
  if (known !== undefined) return known
  const made = newPrefixTree<Held>()
  if (node.first === undefined) {
    node.firstCode = code
    node.first = made
  } else {
    node.others ??= new Map()
    node.others.set(code, made)
  }
  return made
}
