// Stands in for the library of the browser where the server is compiled: the types of elements name it, and without this
// file every global of the browser would come with them. It has no globals, so `document` does not compile on the server.
export {};
