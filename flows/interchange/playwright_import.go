package interchange

import "dyncrawl/flows"

func isPlaywright([]byte) bool                                     { return false }
func importPlaywright(string, []byte) (*flows.Flow, []Note, error) { return nil, nil, nil }
