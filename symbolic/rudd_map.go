package symbolic

// ruddMap is a map as rudd wants it. rudd's own constructor is stricter than its
// algorithm, and numbers its values from a global without a lock.
type ruddMap struct {
	id    int
	image []int32 // up to the last bit that moves
}

func newRuddMap(m *bitMap) *ruddMap {
	s := &ruddMap{id: m.id}
	for k, b := range m.from {
		for len(s.image) <= b {
			s.image = append(s.image, int32(len(s.image)))
		}
		s.image[b] = int32(m.to[k])
	}
	return s
}

func (s *ruddMap) Replace(level int32) (int32, bool) {
	if int(level) >= len(s.image) {
		return level, false
	}
	return s.image[level], true
}

//lint:ignore ST1003 rudd's interface Replacer asks for a method of this name
func (s *ruddMap) Id() int { return s.id }
