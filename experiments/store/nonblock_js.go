package store

// nonblock does nothing: there are no pipes in a browser.
const nonblock = 0
