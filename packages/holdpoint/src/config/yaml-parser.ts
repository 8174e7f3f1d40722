/** The YAML parser, behind one module that is loaded only where a file is read. */
export { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
